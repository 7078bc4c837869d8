import { useStrings } from '../app/useStrings';
import { useTitle } from '../ui/useTitle';
import { AddSkinForm } from './AddSkinForm';
import classes from './Admin.module.css';
import { TextRequests } from './TextRequests';
import { useAdminStrings } from './useAdminStrings';

/** What admins do: decide which suggestions are typed, and add skins to the shop. */
export function AdminDesk({ token }: { token: string }) {
  const strings = useStrings();
  const admin = useAdminStrings();
  useTitle(strings.title(admin.title));
  return (
    <div className={classes.desk}>
      <h1>{admin.title}</h1>
      <TextRequests token={token} />
      <AddSkinForm token={token} />
    </div>
  );
}
