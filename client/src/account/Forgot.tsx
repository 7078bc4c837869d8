import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import { AccountForm, LoginEmailField } from './AccountForm';
import { useForgot } from './queries';

/** The screen that sends a password reset email. */
export function Component() {
  const { password } = useStrings();
  const forgot = useForgot();
  return (
    <AccountForm<'email'>
      title={password.forgotTitle}
      lead={password.forgotLead}
      submit={password.submit}
      action={forgot}
      hasPrefix={false}
      success={password.sent}
      onSubmit={({ email }) => forgot.run(email)}
      links={<Link to={paths.login}>{password.remembered}</Link>}
    >
      <LoginEmailField autoFocus />
    </AccountForm>
  );
}
