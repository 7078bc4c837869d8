import { useNavigate } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';

/** Ends the session on this device, forgets what the server told it, and goes home. */
export function useLogout(): (banner: 'delete' | 'logout') => void {
  const { session, services } = useRoot();
  const navigate = useNavigate();
  return (banner) => {
    navigate(paths.homeWith(banner));
    session.forget();
    services.queries.clear();
  };
}
