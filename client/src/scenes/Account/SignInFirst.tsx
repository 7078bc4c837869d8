import { observer } from 'mobx-react-lite';
import { Button, ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { Signpost } from '../../components/Signpost';
import { useRoot } from '../../hooks/useRoot';
import { useStrings } from '../../hooks/useStrings';
import { paths } from '../../paths';

/** For who has no good token any more, or none that the server could look at. */
export const SignInFirst = observer(function SignInFirst() {
  const strings = useStrings();
  const { session } = useRoot();
  return (
    <Signpost
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
