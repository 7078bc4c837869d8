import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Field, PasswordField } from '../ui/Field';
import { useTitle } from '../ui/useTitle';
import { AccountForm } from './AccountForm';
import { LoginThrottle } from './LoginThrottle';
import { useLogin } from './queries';
import { useReturnTo } from './useReturnTo';

/** Where a user says who they are. */
export const Component = observer(function Login() {
  const strings = useStrings();
  const { session, services } = useRoot();
  const [throttle] = useState(() => new LoginThrottle(services.storage));
  useTitle(strings.title(strings.account.login));
  const login = useLogin(throttle);
  const returnTo = useReturnTo(session.isLoggedIn && login.isIdle);
  const error = throttle.isBlocked
    ? strings.account.throttled
    : login.error
      ? strings.errors.occurred(login.error.message)
      : null;
  return (
    <AccountForm
      title={strings.account.login}
      lead={strings.account.loginLead}
      submit={strings.account.login}
      isBlocked={throttle.isBlocked || login.isPending}
      error={error}
      success={login.isSuccess ? strings.account.loggedIn : null}
      onSubmit={(fields) =>
        login.mutate(
          { email: String(fields.get('email')), password: String(fields.get('password')) },
          { onSuccess: () => returnTo.go('login') },
        )
      }
      links={
        <>
          <Link to={paths.forgot}>{strings.account.forgot}</Link>
          <span>
            {strings.account.noAccount}{' '}
            <Link to={paths.signup} state={returnTo.state}>
              {strings.account.toSignup}
            </Link>
          </span>
        </>
      }
    >
      <Field label={strings.account.email} name="email" type="email" autoComplete="email" required autoFocus />
      <PasswordField label={strings.account.password} name="password" autoComplete="current-password" required />
    </AccountForm>
  );
});
