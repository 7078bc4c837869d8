import { MailCheck } from 'lucide-react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { StatusPage } from '../ui/StatusPage';
import { useRestoreEmail } from './queries';

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
  const { password, restore } = useStrings();
  const { data, error, isPending, run } = useRestoreEmail(username, code);
  if (data) {
    return (
      <StatusPage
        picture={<MailCheck color="var(--correct)" size={56} aria-hidden="true" />}
        title={restore.done}
        role="status"
        isFramed
        actions={
          <ButtonLink kind="primary" to={paths.reset(username, data.code, data.email)}>
            {password.resetTitle}
          </ButtonLink>
        }
      >
        <p>{restore.loggedOut}</p>
      </StatusPage>
    );
  }
  return (
    <StatusPage
      title={restore.title}
      isFramed
      actions={
        <Button kind="primary" isBlocked={isPending} onClick={() => run()}>
          {restore.submit}
        </Button>
      }
    >
      <p>{restore.lead}</p>
      {error && <ErrorText error={error} />}
    </StatusPage>
  );
}
