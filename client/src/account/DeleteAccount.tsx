import { useStrings } from '../app/useStrings';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { useDeleteAccount } from './queries';
import { useLogout } from './useLogout';

/** Ends the account, once the confirmation word is typed; the server decides whether it is. */
export function DeleteAccount() {
  const strings = useStrings();
  const leave = useLogout();
  const deletion = useDeleteAccount(() => leave('delete'));
  return (
    <Form
      submit={strings.settings.delete}
      kind="danger"
      isBlocked={deletion.isPending}
      error={deletion.error ? strings.errors.occurred(deletion.error.message) : null}
      success={null}
      onSubmit={(fields) => deletion.mutate(String(fields.get('confirmationText')))}
    >
      <Field
        label={strings.settings.confirmation}
        name="confirmationText"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
    </Form>
  );
}
