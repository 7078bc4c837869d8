import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { SignupForm } from '../net/api';
import { Field, PasswordField } from '../ui/Field';
import { useTitle } from '../ui/useTitle';
import { AccountForm } from './AccountForm';
import { CountryField } from './country/CountryField';
import { useSignup } from './queries';
import { useReturnTo } from './useReturnTo';

/** Where a visitor becomes a user. */
export const Component = observer(function Signup() {
  const strings = useStrings();
  const { session } = useRoot();
  const [country, setCountry] = useState('');
  useTitle(strings.title(strings.account.signupTitle));
  const signup = useSignup();
  const returnTo = useReturnTo(session.isLoggedIn && signup.isIdle);
  return (
    <AccountForm
      title={strings.account.signupTitle}
      lead={strings.account.signupLead}
      submit={strings.account.signup}
      isBlocked={signup.isPending}
      error={signup.error ? strings.errors.occurred(signup.error.message) : null}
      success={null}
      onSubmit={(fields) => signup.mutate(signupOf(fields, country), { onSuccess: () => returnTo.go('signup') })}
      links={
        <span>
          {strings.account.hasAccount}{' '}
          <Link to={paths.login} state={returnTo.state}>
            {strings.account.login}
          </Link>
        </span>
      }
    >
      <Field
        label={strings.account.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={strings.account.usernameHint}
        required
        autoFocus
      />
      <Field label={strings.account.email} name="email" type="email" autoComplete="email" required />
      <CountryField value={country} onChange={setCountry} />
      <PasswordField
        label={strings.account.password}
        name="password"
        autoComplete="new-password"
        hint={strings.account.passwordHint}
        required
      />
      <PasswordField
        label={strings.account.passwordConfirm}
        name="passwordConfirm"
        autoComplete="new-password"
        required
      />
    </AccountForm>
  );
});

function signupOf(fields: FormData, country: string): SignupForm {
  const field = (name: string) => String(fields.get(name) ?? '');
  return {
    username: field('username'),
    email: field('email'),
    country,
    password: field('password'),
    passwordConfirm: field('passwordConfirm'),
  };
}
