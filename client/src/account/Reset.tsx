import { CircleCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import { ButtonLink } from '../ui/Button';
import { PasswordField } from '../ui/Field';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import { AccountForm } from './AccountForm';
import { useReset } from './queries';
import classes from './Reset.module.css';

/** Where the link of a reset mail leads: a new password for who has its code. */
export function Component() {
  const strings = useStrings();
  const [query] = useSearchParams();
  const { password } = strings;
  useTitle(strings.title(password.resetTitle));
  const username = query.get('user') ?? '';
  const reset = useReset();
  if (reset.isSuccess) {
    return (
      <StatusPage
        picture={<CircleCheck className={classes.done} size={48} aria-hidden="true" />}
        title={password.resetTitle}
        role="status"
        ways={
          <ButtonLink kind="primary" to={paths.login}>
            {strings.account.login}
          </ButtonLink>
        }
      >
        <p>{password.done}</p>
      </StatusPage>
    );
  }
  return (
    <AccountForm
      title={password.resetTitle}
      lead={password.resetLead}
      submit={password.reset}
      isBlocked={reset.isPending}
      error={reset.error?.message ?? null}
      success={null}
      onSubmit={(fields) =>
        reset.mutate({
          username,
          code: query.get('code') ?? '',
          password: String(fields.get('password')),
          passwordConfirm: String(fields.get('passwordConfirm')),
        })
      }
      links={<Link to={paths.forgot}>{strings.account.forgot}</Link>}
    >
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label={strings.account.password}
        name="password"
        autoComplete="new-password"
        hint={strings.account.passwordHint}
        required
        autoFocus
      />
      <PasswordField
        label={strings.account.passwordConfirm}
        name="passwordConfirm"
        autoComplete="new-password"
        required
      />
    </AccountForm>
  );
}
