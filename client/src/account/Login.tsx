import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { PasswordField } from '../ui/Field';
import { AccountForm, LoginEmailField, StorageBlocked } from './AccountForm';
import { LoginThrottle } from './LoginThrottle';
import { useLogin } from './queries';
import { useReturnTo } from './useReturnTo';

export const Component = observer(function Login() {
  const { account } = useStrings();
  const { session, services } = useRoot();
  const [throttle] = useState(() => new LoginThrottle(services.storage));
  const login = useLogin(throttle);
  const returnTo = useReturnTo(session.isLoggedIn && login.isIdle);
  return (
    <AccountForm<'email' | 'password'>
      title={account.login}
      lead={account.loginLead}
      submit={account.login}
      action={login}
      isBlocked={throttle.isBlocked}
      error={throttle.isBlocked ? account.throttled : undefined}
      success={account.loggedIn}
      onSubmit={(values) => login.run(values, () => returnTo.go('login'))}
      links={
        <>
          <Link to={paths.forgot}>{account.forgot}</Link>
          <span>
            <span>{`${account.noAccount} `}</span>
            <Link to={paths.signup} state={returnTo.state}>
              {account.toSignup}
            </Link>
          </span>
        </>
      }
    >
      <StorageBlocked />
      <LoginEmailField autoFocus />
      <PasswordField label={account.password} name="password" autoComplete="current-password" required />
    </AccountForm>
  );
});
