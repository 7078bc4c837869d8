import { useQuery } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { ApiError } from '../net/ApiError';
import { LoadFailed } from '../ui/LoadFailed';
import { AdminDesk } from './AdminDesk';
import { adminQuery } from './queries';
import { RequestsSkeleton } from './RequestsSkeleton';
import { SentHome } from './SentHome';
import { useAdminStrings } from './useAdminStrings';

/** Lets in whom the server says to be an admin. */
export function AdminCheck({ token }: { token: string }) {
  const admin = useAdminStrings();
  const { services } = useRoot();
  const { data, error, refetch } = useQuery(adminQuery(services.api, token));
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return <SentHome />;
  if (data) return <AdminDesk token={token} />;
  // A server that cannot answer did not say that this is no admin.
  if (error) return <LoadFailed title={admin.failed} error={error} onRetry={refetch} />;
  return <RequestsSkeleton />;
}
