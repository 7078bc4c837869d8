import { Link } from 'react-router';
import { CardPage } from '../../components/CardPage';
import { MembersOnly } from '../../components/MembersOnly';
import { Skeleton } from '../../components/Skeleton';
import { useStrings } from '../../hooks/useStrings';
import { useTitle } from '../../hooks/useTitle';
import { paths } from '../../paths';
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
