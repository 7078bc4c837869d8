import { useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Field, PasswordField } from '../ui/Field';
import { Form } from '../ui/Form';

/** Another address for the account, which is to be verified anew. */
export function ChangeEmailForm({ token, onDone }: { token: string; onDone: () => void }) {
  const strings = useStrings();
  const { session, notice, services } = useRoot();
  const change = useMutation({
    mutationFn: (fields: FormData) =>
      services.api.changeEmail(token, String(fields.get('email')), String(fields.get('password'))),
    onSuccess: () => {
      notice.show(strings.settings.changedEmail);
      onDone();
      return session.check();
    },
  });
  return (
    <Form
      submit={strings.settings.changeEmail}
      isBlocked={change.isPending}
      error={change.error ? strings.errors.occurred(change.error.message) : null}
      success={null}
      onSubmit={(fields) => change.mutate(fields)}
    >
      <Field
        data-main
        label={strings.account.email}
        name="email"
        type="email"
        autoComplete="email"
        hint={strings.settings.emailHint}
        required
      />
      <PasswordField label={strings.account.password} name="password" autoComplete="current-password" required />
    </Form>
  );
}
