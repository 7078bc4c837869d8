import { useText } from '../core/useText';
import type { Action } from '../ui/ErrorText';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import * as texts from './texts';

interface Props {
  deletion: Action & { mutate: (confirmationText: string) => void };
}

/** Deletes an account. The server checks the confirmation word. */
export function DeletionForm({ deletion }: Props) {
  const t = useText();
  return (
    <Form<'confirmationText'>
      submit={t(texts.settingsDelete)}
      kind="danger"
      action={deletion}
      onSubmit={({ confirmationText }) => deletion.mutate(confirmationText)}
    >
      <Field
        label={t(texts.confirmation)}
        name="confirmationText"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
    </Form>
  );
}
