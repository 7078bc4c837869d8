import { useStrings } from '../app/useStrings';
import { ApiError } from '../net/ApiError';
import { LoadFailed } from '../ui/LoadFailed';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';

interface Props {
  error: Error | null;
  onRetry: () => unknown;
}

/** Nobody has the name, or nobody could be asked. */
export function ProfileMissing({ error, onRetry }: Props) {
  const strings = useStrings();
  if (!(error instanceof ApiError && error.status === 404)) {
    return <LoadFailed title={strings.profile.notFound} error={error} onRetry={onRetry} />;
  }
  return (
    <StatusPage picture={<Logo size={84} />} title={strings.profile.notFound} role="alert">
      <p>{strings.profile.notFoundText}</p>
    </StatusPage>
  );
}
