import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Button, ButtonLink } from '../ui/Button';
import { Loading, Skeleton } from '../ui/Loading';
import { StatusPage } from '../ui/StatusPage';
import { AccountScreen } from './AccountScreen';
import classes from './AccountScreen.module.css';
import * as texts from './texts';

export const Component = observer(function Account() {
  const t = useText();
  const { session } = useRoot();
  // Logging out here leads home; only visitors who arrive without a token are redirected to the login.
  const returnHere = useReturnHere();
  const [arrivedWithToken] = useState(session.token !== null);
  if (!arrivedWithToken) return <Navigate to={paths.login} state={returnHere} replace />;
  if (session.isChecking) {
    return (
      <Loading label={t(texts.settingsLoading)} className={classes.screen}>
        <h1 className="visually-hidden">{t(texts.settingsHeading)}</h1>
        <Skeleton height="7rem" />
        <Skeleton height="14rem" />
        <Skeleton height="13rem" />
        <Skeleton height="24rem" />
      </Loading>
    );
  }
  if (session.info === null) return <SignInFirst />;
  return <AccountScreen info={session.info} />;
});

/** Shown to visitors whose token is no longer valid or could not be checked. */
const SignInFirst = observer(function SignInFirst() {
  const t = useText();
  const { session } = useRoot();
  const returnHere = useReturnHere();
  return (
    <StatusPage
      title={t(texts.needSignIn)}
      actions={
        <>
          <ButtonLink kind="primary" to={paths.login} state={returnHere}>
            {t(texts.login)}
          </ButtonLink>
          {session.token !== null && <Button onClick={() => session.check()}>{t(commonTexts.retry)}</Button>}
        </>
      }
    />
  );
});
