import { observer } from 'mobx-react-lite';
import { useRoot } from '../app/useRoot';
import { AdminCheck } from './AdminCheck';
import { SentHome } from './SentHome';

/** Where admins work; for everybody else there is no such page. */
export const Component = observer(function Admin() {
  const { session } = useRoot();
  return session.token === null ? <SentHome /> : <AdminCheck token={session.token} />;
});
