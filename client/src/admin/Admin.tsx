import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import { LoadFailed } from '../ui/EmptyState';
import { Component as NotFound } from '../ui/NotFound';
import { AddSkinForm } from './AddSkinForm';
import classes from './Admin.module.css';
import { HeldResults } from './HeldResults';
import { useAdmin } from './queries';
import { RequestsSkeleton, TextRequests } from './TextRequests';
import * as texts from './texts';

/** The admin screen; Not Found for all other visitors. */
export const Component = observer(function Admin() {
  const { session } = useRoot();
  return session.token === null ? <SentHome /> : <AdminCheck />;
});

/** Shows the admin screen once the server has confirmed that the user is an admin. */
function AdminCheck() {
  const t = useText();
  const { data, error, refetch } = useAdmin();
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return <SentHome />;
  if (data) return <AdminDesk />;
  // After any other error, the user may still be an admin.
  if (error) return <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />;
  return <RequestsSkeleton />;
}

/** The results and text requests to decide, and the form that adds a skin to the shop. */
function AdminDesk() {
  const t = useText();
  return (
    <div className={classes.desk}>
      <h1>{t(texts.title)}</h1>
      <div className={classes.queues}>
        <HeldResults />
        <TextRequests />
      </div>
      <AddSkinForm />
    </div>
  );
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
