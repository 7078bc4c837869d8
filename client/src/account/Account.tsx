import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { Button, ButtonLink } from '../ui/Button';
import { Loading, Skeleton } from '../ui/Loading';
import { StatusPage } from '../ui/StatusPage';
import { Settings } from './Settings';
import classes from './Settings.module.css';

export const Component = observer(function Account() {
  const strings = useStrings();
  const { session } = useRoot();
  // Logging out here leads home; only visitors who arrive without a token are redirected to the login.
  const [arrivedWithToken] = useState(session.token !== null);
  if (!arrivedWithToken) return <Navigate to={paths.login} replace />;
  if (session.isChecking) {
    return (
      <Loading label={strings.settings.loading} className={classes.screen}>
        <h1 className="visually-hidden">{strings.settings.heading}</h1>
        <Skeleton height="7rem" />
        <Skeleton height="14rem" />
        <Skeleton height="13rem" />
        <Skeleton height="24rem" />
      </Loading>
    );
  }
  if (session.info === null) return <SignInFirst />;
  return <Settings info={session.info} />;
});

/** Shown to visitors whose token is no longer valid or could not be checked. */
const SignInFirst = observer(function SignInFirst() {
  const strings = useStrings();
  const { session } = useRoot();
  return (
    <StatusPage
      title={strings.settings.needSignIn}
      actions={
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
