import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { guestResult } from '../outbox/guestResult';
import { useSpeed } from '../typing/useSpeed';
import { AccountForm, LoginEmailField, NewPasswordFields, StorageBlocked, UsernameField } from './AccountForm';
import { CountryField } from './country/CountryField';
import { useSignup } from './queries';
import * as texts from './texts';
import { useReturnTo } from './useReturnTo';

export const Component = observer(function Signup() {
  const t = useText();
  const speed = useSpeed();
  const { services, session } = useRoot();
  const [result] = useState(() => guestResult(services.storage));
  const [country, setCountry] = useState('');
  const signup = useSignup();
  const returnTo = useReturnTo(session.isLoggedIn && signup.isIdle);
  return (
    <AccountForm<'username' | 'email' | 'password' | 'passwordConfirm'>
      title={t(texts.signup)}
      lead={t(texts.signupLead)}
      submit={t(texts.signup)}
      action={signup}
      onSubmit={(values) => signup.mutate({ ...values, country }, { onSuccess: () => returnTo.go('signup') })}
      links={
        <span>
          <span>{`${t(texts.hasAccount)} `}</span>
          <Link to={paths.login} state={returnTo.state}>
            {t(texts.login)}
          </Link>
        </span>
      }
    >
      <StorageBlocked />
      {result && <p className="note">{t(texts.keptResult)(`${speed.decimals(result.wpm)} ${speed.name}`)}</p>}
      <UsernameField hint={t(texts.usernameHint)} autoFocus />
      <LoginEmailField />
      <CountryField value={country} onChange={setCountry} />
      <NewPasswordFields />
    </AccountForm>
  );
});
