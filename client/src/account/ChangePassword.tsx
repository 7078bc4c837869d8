import { useStrings } from '../app/useStrings';
import type { PasswordChange } from '../net/api';
import { PasswordField } from '../ui/Field';
import { Form } from '../ui/Form';
import { useChangePassword } from './queries';

/** Another password for the account; the session goes on with the token that comes with it. */
export function ChangePassword({ username }: { username: string }) {
  const strings = useStrings();
  const change = useChangePassword();
  const { settings } = strings;
  return (
    <Form
      submit={settings.changePassword}
      kind="secondary"
      isBlocked={change.isPending}
      error={change.error ? strings.errors.occurred(change.error.message) : null}
      success={change.isSuccess ? settings.changedPassword : null}
      onSubmit={(fields, form) => change.mutate(changeOf(fields), { onSuccess: () => form.reset() })}
    >
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label={settings.oldPassword} name="oldPassword" autoComplete="current-password" required />
      <PasswordField
        label={settings.newPassword}
        name="newPassword"
        autoComplete="new-password"
        hint={strings.account.passwordHint}
        required
      />
      <PasswordField label={settings.confirmPassword} name="confirmPassword" autoComplete="new-password" required />
    </Form>
  );
}

function changeOf(fields: FormData): PasswordChange {
  const field = (name: string) => String(fields.get(name) ?? '');
  return {
    oldPassword: field('oldPassword'),
    newPassword: field('newPassword'),
    confirmPassword: field('confirmPassword'),
  };
}
