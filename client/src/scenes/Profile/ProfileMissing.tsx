import { LoadFailed } from '../../components/LoadFailed';
import { Logo } from '../../components/Logo';
import { Signpost } from '../../components/Signpost';
import { useStrings } from '../../hooks/useStrings';
import { ApiError } from '../../net/ApiError';

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
    <Signpost picture={<Logo size={84} />} title={strings.profile.notFound} role="alert">
      <p>{strings.profile.notFoundText}</p>
    </Signpost>
  );
}
