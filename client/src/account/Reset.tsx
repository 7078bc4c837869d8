import CircleCheck from 'lucide-react/icons/circle-check';
import { Link, useLocation, useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { ButtonLink } from '../ui/Button';
import { StatusPage } from '../ui/StatusPage';
import { AccountForm, LoginOfPasswords, NewPasswordFields } from './AccountForm';
import { useReset } from './queries';
import * as texts from './texts';

/**
 * The target of the link in a password reset email: sets a new password with the code in its address. The email is in
 * the fragment, which no server receives.
 */
export function Component() {
  const t = useText();
  const [query] = useSearchParams();
  const username = query.get('user') ?? '';
  const code = query.get('code') ?? '';
  const email = new URLSearchParams(useLocation().hash.slice(1)).get('email');
  const reset = useReset();
  if (reset.isSuccess) {
    return (
      <StatusPage
        picture={<CircleCheck color="var(--correct)" size={48} aria-hidden="true" />}
        title={t(texts.resetTitle)}
        role="status"
        actions={
          <ButtonLink kind="primary" to={paths.login}>
            {t(texts.login)}
          </ButtonLink>
        }
      >
        <p>{t(texts.passwordDone)}</p>
      </StatusPage>
    );
  }
  return (
    <AccountForm<'password' | 'passwordConfirm'>
      title={t(texts.resetTitle)}
      lead={t(texts.resetLead)}
      submit={t(texts.reset)}
      action={reset}
      hasPrefix={false}
      onSubmit={(values) => reset.mutate({ ...values, username, code })}
      links={<Link to={paths.forgot}>{t(texts.forgot)}</Link>}
    >
      {email !== null && <LoginOfPasswords email={email} />}
      <NewPasswordFields autoFocus />
    </AccountForm>
  );
}
