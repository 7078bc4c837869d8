import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { AccountForm, LoginEmailField, NewPasswordFields, StorageBlocked, UsernameField } from './AccountForm';
import { CountryField } from './country/CountryField';
import { useSignup } from './queries';
import { useReturnTo } from './useReturnTo';

export const Component = observer(function Signup() {
  const { account } = useStrings();
  const { session } = useRoot();
  const [country, setCountry] = useState('');
  const signup = useSignup();
  const returnTo = useReturnTo(session.isLoggedIn && signup.isIdle);
  return (
    <AccountForm<'username' | 'email' | 'password' | 'passwordConfirm'>
      title={account.signup}
      lead={account.signupLead}
      submit={account.signup}
      action={signup}
      onSubmit={(values) => signup.run({ ...values, country }, () => returnTo.go('signup'))}
      links={
        <span>
          <span>{`${account.hasAccount} `}</span>
          <Link to={paths.login} state={returnTo.state}>
            {account.login}
          </Link>
        </span>
      }
    >
      <StorageBlocked />
      <UsernameField hint={account.usernameHint} autoFocus />
      <LoginEmailField />
      <CountryField value={country} onChange={setCountry} />
      <NewPasswordFields />
    </AccountForm>
  );
});
