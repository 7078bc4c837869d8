import { useStrings } from '../app/useStrings';
import { Field, PasswordField } from '../ui/Field';
import { Form } from '../ui/Form';
import { useChangeEmail } from './queries';

/** Another address for the account, which is to be verified anew. */
export function ChangeEmailForm({ onDone }: { onDone: () => void }) {
  const strings = useStrings();
  const change = useChangeEmail(onDone);
  return (
    <Form
      submit={strings.settings.changeEmail}
      isBlocked={change.isPending}
      error={change.error ? strings.errors.occurred(change.error.message) : null}
      success={null}
      onSubmit={(fields) =>
        change.mutate({ email: String(fields.get('email')), password: String(fields.get('password')) })
      }
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
