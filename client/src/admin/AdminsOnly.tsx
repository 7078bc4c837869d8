import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import { LoadFailed } from '../ui/EmptyState';
import { Component as NotFound } from '../ui/NotFound';
import { useAdmin } from './queries';
import { RequestsSkeleton } from './TextRequests';
import * as texts from './texts';

/** Shows its children to admins; Not Found to all other visitors. */
export const AdminsOnly = observer(function AdminsOnly({ children }: { children: ReactNode }) {
  const { session } = useRoot();
  return session.token === null ? <SentHome /> : <AdminCheck>{children}</AdminCheck>;
});

/** Shows its children once the server has confirmed that the user is an admin. */
function AdminCheck({ children }: { children: ReactNode }) {
  const t = useText();
  const { data, error, refetch } = useAdmin();
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return <SentHome />;
  if (data) return children;
  // After any other error, the user may still be an admin.
  if (error) return <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />;
  return <RequestsSkeleton />;
}

/** The time for which Not Found is shown before the redirect home, in milliseconds. */
const SHOWN_MS = 3000;

/** Shows Not Found, then redirects home. */
function SentHome() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <NotFound />;
}
