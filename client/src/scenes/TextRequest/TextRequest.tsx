import { CardPage } from '../../components/CardPage';
import { MembersOnly } from '../../components/MembersOnly';
import { Skeleton } from '../../components/Skeleton';
import { useStrings } from '../../hooks/useStrings';
import { useTitle } from '../../hooks/useTitle';
import { TextRequestForm } from './TextRequestForm';

/** Where users suggest a text to type. */
export function Component() {
  const strings = useStrings();
  useTitle(strings.title(strings.textRequest.title));
  return (
    <CardPage title={strings.textRequest.title} lead={strings.textRequest.lead}>
      <MembersOnly reason={strings.textRequest.login} skeleton={<Skeleton height="30rem" />}>
        {(token) => <TextRequestForm token={token} />}
      </MembersOnly>
    </CardPage>
  );
}
