import { useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { USER_STATS_KEY } from '../profile/queries';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';

interface Props {
  token: string;
  /** The name to be changed. */
  current: string;
  onDone: () => void;
}

/** Another name for the account. */
export function ChangeUsernameForm({ token, current, onDone }: Props) {
  const strings = useStrings();
  const { session, notice, services } = useRoot();
  const change = useMutation({
    mutationFn: (fields: FormData) => services.api.changeUsername(token, String(fields.get('username'))),
    onSuccess: async () => {
      notice.show(strings.settings.changedUsername);
      onDone();
      await session.check();
      await services.queries.invalidateQueries({ queryKey: [USER_STATS_KEY] });
    },
  });
  return (
    <Form
      submit={strings.settings.changeUsername}
      isBlocked={change.isPending}
      error={change.error ? strings.errors.occurred(change.error.message) : null}
      success={null}
      onSubmit={(fields) => change.mutate(fields)}
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
