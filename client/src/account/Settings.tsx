import { LogOut } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import type { SessionInfo } from '../net/api';
import { Button } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { ErrorText } from '../ui/ErrorText';
import { SkinImage } from '../ui/SkinImage';
import { useLogout, useLogoutEverywhere } from './queries';
import classes from './Settings.module.css';
import { ChangeCountry, ChangeEmail, ChangePassword, ChangeUsername, DeleteAccount } from './SettingsForms';
import { UnverifiedNotice } from './UnverifiedNotice';

export function Settings({ info }: { info: SessionInfo }) {
  const strings = useStrings();
  const { settings } = strings;
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <SkinImage skin={info.skin} size={112} alt={strings.home.yourSkin} />
        <div>
          <h1>{settings.heading}</h1>
          <Link to={paths.user(info.username)}>{settings.viewProfile}</Link>
        </div>
      </header>
      {!info.verified && <UnverifiedNotice />}
      <Section title={settings.signIn}>
        <IdentityRow
          name={strings.account.username}
          value={info.username}
          title={settings.changeUsername}
          form={(close) => <ChangeUsername current={info.username} onDone={close} />}
        />
        <IdentityRow
          name={strings.account.email}
          value={info.email}
          title={settings.changeEmail}
          form={(close) => <ChangeEmail onDone={close} />}
        />
      </Section>
      <Section title={settings.countryTitle} lead={settings.countryLead}>
        <ChangeCountry username={info.username} />
      </Section>
      <Section title={settings.passwordTitle} lead={settings.passwordLead}>
        <ChangePassword email={info.email} />
      </Section>
      <Section title={settings.sessionTitle} lead={settings.sessionLead}>
        <Logout />
      </Section>
      <Section title={settings.deleteTitle} lead={settings.deleteLead} isDangerous>
        <DeleteAccount />
      </Section>
    </div>
  );
}

/** Ends the session on this device, or on every one. */
function Logout() {
  const { settings } = useStrings();
  const logout = useLogout();
  const everywhere = useLogoutEverywhere();
  const id = useId();
  return (
    <>
      <div className={classes.choices}>
        <Button onClick={() => logout('logout')}>
          <LogOut aria-hidden="true" />
          <span>{settings.logout}</span>
        </Button>
        <Button onClick={() => everywhere.run()} isBlocked={everywhere.isPending} aria-describedby={id}>
          {settings.logoutEverywhere}
        </Button>
      </div>
      <p id={id} className="note">
        {settings.logoutEverywhereHint}
      </p>
      <ErrorText error={everywhere.error} hasPrefix isBoxed />
    </>
  );
}

interface SectionProps {
  title: string;
  lead?: string;
  isDangerous?: boolean;
  children: ReactNode;
}

/** One subject of the settings: its title on the left, its controls on the right. */
function Section({ title, lead, isDangerous = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} data-dangerous={isDangerous} aria-labelledby={id}>
      <header className={classes.sectionHeader}>
        <h2 id={id}>{title}</h2>
        {lead && <p className="note">{lead}</p>}
      </header>
      <div className="stack">{children}</div>
    </section>
  );
}

interface IdentityRowProps {
  name: string;
  value: string;
  /** The title of the dialog in which it is changed. */
  title: string;
  form: (close: () => void) => ReactNode;
}

/** A name or address that identifies the account, and a button to change it. */
function IdentityRow({ name, value, title, form }: IdentityRowProps) {
  const strings = useStrings();
  const id = useId();
  return (
    <div className={classes.row}>
      <div className={classes.identity}>
        <span id={id} className="note">
          {name}
        </span>
        <strong>{value}</strong>
      </div>
      <DialogButton label={strings.settings.change} title={title} aria-describedby={id}>
        {form}
      </DialogButton>
    </div>
  );
}
