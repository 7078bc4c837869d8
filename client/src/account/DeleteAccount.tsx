import { useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { useLogout } from './useLogout';

/** Ends the account, once the confirmation word is typed; the server decides whether it is. */
export function DeleteAccount({ token }: { token: string }) {
  const strings = useStrings();
  const { notice, services } = useRoot();
  const leave = useLogout();
  const deletion = useMutation({
    mutationFn: (fields: FormData) => services.api.deleteAccount(token, String(fields.get('confirmationText'))),
    onSuccess: () => {
      notice.show(strings.settings.deleted);
      leave('delete');
    },
  });
  return (
    <Form
      submit={strings.settings.delete}
      kind="danger"
      isBlocked={deletion.isPending}
      error={deletion.error ? strings.errors.occurred(deletion.error.message) : null}
      success={null}
      onSubmit={(fields) => deletion.mutate(fields)}
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
