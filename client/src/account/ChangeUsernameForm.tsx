import { useStrings } from '../app/useStrings';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { useChangeUsername } from './queries';

interface Props {
  /** The name to be changed. */
  current: string;
  onDone: () => void;
}

/** Another name for the account. */
export function ChangeUsernameForm({ current, onDone }: Props) {
  const strings = useStrings();
  const change = useChangeUsername(onDone);
  return (
    <Form
      submit={strings.settings.changeUsername}
      isBlocked={change.isPending}
      error={change.error ? strings.errors.occurred(change.error.message) : null}
      success={null}
      onSubmit={(fields) => change.mutate(String(fields.get('username')))}
    >
      <Field
        data-main
        label={strings.account.username}
        name="username"
        defaultValue={current}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={`${strings.account.usernameHint}. ${strings.settings.usernameHint}`}
        required
      />
    </Form>
  );
}
