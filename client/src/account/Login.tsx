import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { PasswordField } from '../ui/Field';
import { AccountForm, LoginEmailField, StorageBlocked } from './AccountForm';
import { LoginThrottle } from './LoginThrottle';
import { useLogin } from './queries';
import * as texts from './texts';
import { useReturnTo } from './useReturnTo';

export const Component = observer(function Login() {
  const t = useText();
  const { session, services } = useRoot();
  const [throttle] = useState(() => new LoginThrottle(services.storage));
  const login = useLogin(throttle);
  const returnTo = useReturnTo(session.isLoggedIn && login.isIdle);
  return (
    <AccountForm<'email' | 'password'>
      title={t(texts.login)}
      lead={t(texts.loginLead)}
      submit={t(texts.login)}
      action={login}
      isBlocked={throttle.isBlocked}
      error={throttle.isBlocked ? t(texts.throttled) : undefined}
      success={t(texts.loggedIn)}
      onSubmit={(values) => login.mutate(values, { onSuccess: () => returnTo.go('login') })}
      links={
        <>
          <Link to={paths.forgot} state={returnTo.state}>
            {t(texts.forgot)}
          </Link>
          <span>
            <span>{`${t(texts.noAccount)} `}</span>
            <Link to={paths.signup} state={returnTo.state}>
              {t(texts.toSignup)}
            </Link>
          </span>
        </>
      }
    >
      <StorageBlocked />
      <LoginEmailField autoFocus />
      <PasswordField label={t(texts.password)} name="password" autoComplete="current-password" required />
    </AccountForm>
  );
});
