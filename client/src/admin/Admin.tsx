import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { AddSkinForm } from './AddSkinForm';
import classes from './Admin.module.css';
import { AdminsOnly } from './AdminsOnly';
import { HeldResults } from './HeldResults';
import { TextRequests } from './TextRequests';
import * as texts from './texts';

/** The admin screen; Not Found for all other visitors. */
export function Component() {
  return (
    <AdminsOnly>
      <AdminDesk />
    </AdminsOnly>
  );
}

/** The results and text requests to decide, and the form that adds a skin to the shop. */
function AdminDesk() {
  const t = useText();
  return (
    <div className={classes.desk}>
      <header className={classes.header}>
        <h1>{t(texts.title)}</h1>
        <Link to={paths.adminUsers}>{t(texts.toUsers)}</Link>
      </header>
      <div className={classes.queues}>
        <HeldResults />
        <TextRequests />
      </div>
      <AddSkinForm />
    </div>
  );
}
