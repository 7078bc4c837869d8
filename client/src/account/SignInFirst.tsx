import { observer } from 'mobx-react-lite';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Button, ButtonLink } from '../ui/Button';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';

/** For who has no good token any more, or none that the server could look at. */
export const SignInFirst = observer(function SignInFirst() {
  const strings = useStrings();
  const { session } = useRoot();
  return (
    <StatusPage
      picture={<Logo size={84} />}
      title={strings.settings.needSignIn}
      ways={
        <>
          <ButtonLink kind="primary" to={paths.login}>
            {strings.account.login}
          </ButtonLink>
          {session.token !== null && <Button onClick={() => session.check()}>{strings.common.retry}</Button>}
        </>
      }
    />
  );
});
