import { Link } from 'react-router';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import { Field } from '../ui/Field';
import { useTitle } from '../ui/useTitle';
import { AccountForm } from './AccountForm';
import { useForgot } from './queries';

/** Where users ask for a mail that lets them choose a new password. */
export function Component() {
  const strings = useStrings();
  const { password } = strings;
  useTitle(strings.title(password.forgotTitle));
  const ask = useForgot();
  return (
    <AccountForm
      title={password.forgotTitle}
      lead={password.forgotLead}
      submit={password.submit}
      isBlocked={ask.isPending}
      error={ask.error?.message ?? null}
      success={ask.isSuccess ? password.sent : null}
      onSubmit={(fields) => ask.mutate(String(fields.get('email')))}
      links={<Link to={paths.login}>{password.remembered}</Link>}
    >
      <Field label={strings.account.email} name="email" type="email" autoComplete="email" required autoFocus />
    </AccountForm>
  );
}
