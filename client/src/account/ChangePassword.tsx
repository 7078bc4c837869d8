import { useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { PasswordField } from '../ui/Field';
import { Form } from '../ui/Form';

/** Another password for the account; the session goes on with the token that comes with it. */
export function ChangePassword({ token, username }: { token: string; username: string }) {
  const strings = useStrings();
  const { session, services } = useRoot();
  const change = useMutation({
    mutationFn: async (fields: FormData) => {
      const field = (name: string) => String(fields.get(name) ?? '');
      const answer = await services.api.changePassword(token, {
        oldPassword: field('oldPassword'),
        newPassword: field('newPassword'),
        confirmPassword: field('confirmPassword'),
      });
      await session.enter(answer.token);
    },
  });
  const { settings } = strings;
  return (
    <Form
      submit={settings.changePassword}
      kind="secondary"
      isBlocked={change.isPending}
      error={change.error ? strings.errors.occurred(change.error.message) : null}
      success={change.isSuccess ? settings.changedPassword : null}
      onSubmit={(fields, form) => change.mutate(fields, { onSuccess: () => form.reset() })}
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
