import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Button, ButtonLink } from '../ui/Button';
import { Skeleton } from '../ui/Loading';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import { Settings } from './Settings';
import classes from './Settings.module.css';

/** Where users change what belongs to their account. */
export const Component = observer(function Account() {
  const strings = useStrings();
  const { session } = useRoot();
  // Who logs out here goes home: only who comes without a token is sent to the login.
  const [cameWithToken] = useState(session.token !== null);
  useTitle(strings.title(strings.settings.title));
  if (!cameWithToken) return <Navigate to={paths.login} replace />;
  if (session.isChecking) return <AccountSkeleton />;
  if (session.info === null) return <SignInFirst />;
  return <Settings info={session.info} />;
});

/** The settings' places, until it is known whose they are. */
function AccountSkeleton() {
  const strings = useStrings();
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{strings.settings.heading}</h1>
      <span className="visually-hidden" role="status">
        {strings.settings.loading}
      </span>
      <Skeleton height="7rem" />
      <Skeleton height="14rem" />
      <Skeleton height="13rem" />
      <Skeleton height="24rem" />
    </div>
  );
}

/** For who has no good token any more, or none that the server could look at. */
const SignInFirst = observer(function SignInFirst() {
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
