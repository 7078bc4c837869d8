import MailCheck from 'lucide-react/icons/mail-check';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { StatusPage } from '../ui/StatusPage';
import { useRestoreEmail } from './queries';
import * as texts from './texts';

/** The target of the link in the email about a changed address. */
export function Component() {
  const [query] = useSearchParams();
  const username = query.get('user');
  const code = query.get('code');
  if (!username || !code) return <Navigate to={paths.home} replace />;
  return <Restoration username={username} code={code} />;
}

/**
 * Takes back a change of the address, and offers a new password. Only on a click, since programs that scan emails open
 * their links.
 */
function Restoration({ username, code }: { username: string; code: string }) {
  const t = useText();
  const { data, error, isPending, mutate: restoreEmail } = useRestoreEmail(username, code);
  if (data) {
    return (
      <StatusPage
        picture={<MailCheck color="var(--correct)" size={56} aria-hidden="true" />}
        title={t(texts.restoreDone)}
        role="status"
        isFramed
        actions={
          <ButtonLink kind="primary" to={paths.reset(username, data.code, data.email)}>
            {t(texts.resetTitle)}
          </ButtonLink>
        }
      >
        <p>{t(texts.loggedOut)}</p>
      </StatusPage>
    );
  }
  return (
    <StatusPage
      title={t(texts.restoreTitle)}
      isFramed
      actions={
        <Button kind="primary" isBlocked={isPending} onClick={() => restoreEmail()}>
          {t(texts.restoreSubmit)}
        </Button>
      }
    >
      <p>{t(texts.restoreLead)}</p>
      {error && <ErrorText error={error} />}
    </StatusPage>
  );
}
