import { useState } from 'react';
import { useText } from '../core/useText';
import { LoadFailed } from '../ui/EmptyState';
import { Field, PasswordField } from '../ui/Field';
import { Form } from '../ui/Form';
import { LoginOfPasswords, UsernameField } from './AccountForm';
import { CountryField } from './country/CountryField';
import { DeletionForm } from './DeletionForm';
import {
  useChangeEmail,
  useChangePassword,
  useChangeProfile,
  useChangeUsername,
  useCountry,
  useDeleteAccount,
  useLogout,
} from './queries';
import * as texts from './texts';

export function ChangeUsername({ current, onDone }: { current: string; onDone: () => void }) {
  const t = useText();
  const change = useChangeUsername(onDone);
  return (
    <Form<'username'>
      submit={t(texts.changeUsername)}
      action={change}
      onSubmit={({ username }) => change.mutate(username)}
    >
      <UsernameField
        data-main
        defaultValue={current}
        hint={`${t(texts.usernameHint)}. ${t(texts.settingsUsernameHint)}`}
      />
    </Form>
  );
}

/** Changes the email address, which then has to be verified again. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const t = useText();
  const change = useChangeEmail(onDone);
  return (
    <Form<'email' | 'password'>
      submit={t(texts.changeEmail)}
      action={change}
      onSubmit={(values) => change.mutate(values)}
    >
      <Field
        data-main
        label={t(texts.email)}
        name="email"
        type="email"
        autoComplete="email"
        hint={t(texts.emailHint)}
        required
      />
      <PasswordField label={t(texts.password)} name="password" autoComplete="current-password" required />
    </Form>
  );
}

/** Changes or removes the country. */
export function ChangeCountry({ username }: { username: string }) {
  const t = useText();
  const { data: saved, error, refetch } = useCountry(username);
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? saved ?? null;
  const change = useChangeProfile('/api/changecountry');
  const choose = (value: string) => {
    change.reset();
    setChosen(value);
  };
  if (country === null && error) {
    return <LoadFailed title={t(texts.countryFailed)} error={error} onRetry={refetch} />;
  }
  return (
    <Form
      submit={t(texts.changeCountry)}
      kind="secondary"
      action={change}
      success={t(texts.changedCountry)}
      isBlocked={country === null}
      onSubmit={() => country !== null && change.mutate({ country })}
    >
      <CountryField value={country} onChange={choose} />
    </Form>
  );
}

/** Changes the password; the session continues with a new token. */
export function ChangePassword({ email }: { email: string }) {
  const t = useText();
  const change = useChangePassword();
  return (
    <Form<'oldPassword' | 'newPassword' | 'confirmPassword'>
      submit={t(texts.changePassword)}
      kind="secondary"
      action={change}
      success={t(texts.changedPassword)}
      onSubmit={(values, form) => change.mutate(values, { onSuccess: () => form.reset() })}
    >
      <LoginOfPasswords email={email} />
      <PasswordField label={t(texts.oldPassword)} name="oldPassword" autoComplete="current-password" required />
      <PasswordField
        label={t(texts.newPassword)}
        name="newPassword"
        autoComplete="new-password"
        hint={t(texts.passwordHint)}
        required
      />
      <PasswordField label={t(texts.confirmPassword)} name="confirmPassword" autoComplete="new-password" required />
    </Form>
  );
}

/** Deletes the account. */
export function DeleteAccount() {
  const logout = useLogout();
  return <DeletionForm deletion={useDeleteAccount(() => logout('delete'))} />;
}
