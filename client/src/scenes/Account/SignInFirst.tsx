import { observer } from 'mobx-react-lite';
import { Button, ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { useRoot } from '../../hooks/useRoot';
import { useStrings } from '../../hooks/useStrings';
import { paths } from '../../paths';
import classes from './SignInFirst.module.css';

/** For who has no good token any more, or none that the server could look at. */
export const SignInFirst = observer(function SignInFirst() {
  const strings = useStrings();
  const { session } = useRoot();
  return (
    <div className={classes.screen}>
      <Logo size={84} />
      <h1>{strings.settings.needSignIn}</h1>
      <div className={classes.actions}>
        <ButtonLink kind="primary" to={paths.login}>
          {strings.account.login}
        </ButtonLink>
        {session.token !== null && <Button onClick={() => session.check()}>{strings.common.retry}</Button>}
      </div>
    </div>
  );
});
