import { MembersOnly } from '../account/MembersOnly';
import { useStrings } from '../app/useStrings';
import { CardPage } from '../ui/CardPage';
import { Skeleton } from '../ui/Skeleton';
import { useTitle } from '../ui/useTitle';
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
