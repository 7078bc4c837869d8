import { LoadFailed } from '../../components/LoadFailed';
import { Logo } from '../../components/Logo';
import { useStrings } from '../../hooks/useStrings';
import { ApiError } from '../../net/ApiError';
import classes from './ProfileMissing.module.css';

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
    <div className={classes.missing} role="alert">
      <Logo size={84} />
      <h1>{strings.profile.notFound}</h1>
      <p>{strings.profile.notFoundText}</p>
    </div>
  );
}
