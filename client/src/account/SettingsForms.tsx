import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useQuery } from '../core/useQuery';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { userStatsQuery } from '../profile/queries';
import { LoadFailed } from '../ui/EmptyState';
import { Field, PasswordField } from '../ui/Field';
import { Form } from '../ui/Form';
import { LoginOfPasswords, UsernameField } from './AccountForm';
import { CountryField } from './country/CountryField';
import {
  useChangeEmail,
  useChangePassword,
  useChangeProfile,
  useChangeUsername,
  useDeleteAccount,
  useLogout,
} from './queries';

export function ChangeUsername({ current, onDone }: { current: string; onDone: () => void }) {
  const { account, settings } = useStrings();
  const change = useChangeUsername(onDone);
  return (
    <Form<'username'>
      submit={settings.changeUsername}
      action={change}
      onSubmit={({ username }) => change.run(username)}
    >
      <UsernameField data-main defaultValue={current} hint={`${account.usernameHint}. ${settings.usernameHint}`} />
    </Form>
  );
}

/** Changes the email address, which then has to be verified again. */
export function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { account, settings } = useStrings();
  const change = useChangeEmail(onDone);
  return (
    <Form<'email' | 'password'> submit={settings.changeEmail} action={change} onSubmit={(values) => change.run(values)}>
      <Field
        data-main
        label={account.email}
        name="email"
        type="email"
        autoComplete="email"
        hint={settings.emailHint}
        required
      />
      <PasswordField label={account.password} name="password" autoComplete="current-password" required />
    </Form>
  );
}

/** Changes or removes the country. */
export const ChangeCountry = observer(function ChangeCountry({ username }: { username: string }) {
  const { settings } = useStrings();
  const { services } = useRoot();
  const { data, error, refetch } = useQuery(userStatsQuery(services.api, username));
  // A new token or username leads to another query, without an answer at first.
  const [saved, setSaved] = useState<string | null>(null);
  if (data && data.country !== saved) setSaved(data.country);
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? saved;
  const change = useChangeProfile('/api/changecountry');
  const choose = (value: string) => {
    change.reset();
    setChosen(value);
  };
  if (country === null && error) {
    return <LoadFailed title={settings.countryFailed} error={error} onRetry={refetch} />;
  }
  return (
    <Form
      submit={settings.changeCountry}
      kind="secondary"
      action={change}
      success={settings.changedCountry}
      isBlocked={country === null}
      onSubmit={() => country !== null && change.run({ country })}
    >
      <CountryField value={country} onChange={choose} />
    </Form>
  );
});

/** Changes the password; the session continues with a new token. */
export function ChangePassword({ email }: { email: string }) {
  const { account, settings } = useStrings();
  const change = useChangePassword();
  return (
    <Form<'oldPassword' | 'newPassword' | 'confirmPassword'>
      submit={settings.changePassword}
      kind="secondary"
      action={change}
      success={settings.changedPassword}
      onSubmit={(values, form) => change.run(values, () => form.reset())}
    >
      <LoginOfPasswords email={email} />
      <PasswordField label={settings.oldPassword} name="oldPassword" autoComplete="current-password" required />
      <PasswordField
        label={settings.newPassword}
        name="newPassword"
        autoComplete="new-password"
        hint={account.passwordHint}
        required
      />
      <PasswordField label={settings.confirmPassword} name="confirmPassword" autoComplete="new-password" required />
    </Form>
  );
}

/** Deletes the account. The server checks the confirmation word. */
export function DeleteAccount() {
  const { settings } = useStrings();
  const logout = useLogout();
  const deletion = useDeleteAccount(() => logout('delete'));
  return (
    <Form<'confirmationText'>
      submit={settings.delete}
      kind="danger"
      action={deletion}
      onSubmit={({ confirmationText }) => deletion.run(confirmationText)}
    >
      <Field
        label={settings.confirmation}
        name="confirmationText"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
    </Form>
  );
}
