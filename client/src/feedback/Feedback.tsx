import { Link } from 'react-router';
import { MembersOnly } from '../account/MembersOnly';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import { CardPage } from '../ui/CardPage';
import { Skeleton } from '../ui/Skeleton';
import { useTitle } from '../ui/useTitle';
import { FeedbackForm } from './FeedbackForm';

/** Where users tell us what they think. */
export function Component() {
  const strings = useStrings();
  useTitle(strings.title(strings.feedback.title));
  return (
    <CardPage
      title={strings.feedback.title}
      lead={strings.feedback.lead}
      footnote={
        <>
          {strings.feedback.suggest} <Link to={paths.textRequest}>{strings.textRequest.title}</Link>
        </>
      }
    >
      <MembersOnly reason={strings.feedback.login} skeleton={<Skeleton height="17rem" />}>
        {(token) => <FeedbackForm token={token} />}
      </MembersOnly>
    </CardPage>
  );
}
