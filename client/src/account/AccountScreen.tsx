import LogOut from 'lucide-react/icons/log-out';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { SessionInfo } from '../net/api';
import { Button } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { ErrorText } from '../ui/ErrorText';
import { RichText } from '../ui/RichText';
import { SkinImage } from '../ui/SkinImage';
import classes from './AccountScreen.module.css';
import { ApiKeys } from './ApiKeys';
import { Blocks } from './Blocks';
import { DataDownload } from './DataDownload';
import { useDownloadData, useLogout, useLogoutEverywhere } from './queries';
import { ChangeCountry, ChangeEmail, ChangePassword, ChangeUsername, DeleteAccount } from './SettingsForms';
import * as texts from './texts';
import { UnverifiedNotice } from './UnverifiedNotice';
import { Watching } from './Watching';

/** The account of the user: what they can see and change of it. */
export function AccountScreen({ info }: { info: SessionInfo }) {
  const t = useText();
  const download = useDownloadData(info.username);
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <SkinImage skin={info.skin} size={112} alt={t(commonTexts.yourSkin)} />
        <div>
          <h1>{t(texts.settingsHeading)}</h1>
          <p className="cluster">
            <Link to={paths.user(info.username)}>{t(texts.viewProfile)}</Link>
            <Link to={paths.history}>{t(commonTexts.history)}</Link>
            <Link to={paths.keys}>{t(commonTexts.yourKeys)}</Link>
          </p>
        </div>
      </header>
      {!info.verified && <UnverifiedNotice />}
      <Section title={t(texts.signIn)}>
        <IdentityRow
          name={t(texts.username)}
          value={info.username}
          title={t(texts.changeUsername)}
          form={(close) => <ChangeUsername current={info.username} onDone={close} />}
        />
        <IdentityRow
          name={t(texts.email)}
          value={info.email}
          title={t(texts.changeEmail)}
          form={(close) => <ChangeEmail onDone={close} />}
        />
      </Section>
      <Section title={t(texts.countryTitle)} lead={t(texts.countryLead)}>
        <ChangeCountry username={info.username} />
      </Section>
      <Section title={t(texts.watchingTitle)} lead={t(texts.watchingLead)}>
        <Watching username={info.username} />
      </Section>
      <Section title={t(texts.passwordTitle)} lead={t(texts.passwordLead)}>
        <ChangePassword email={info.email} />
      </Section>
      <Section title={t(texts.sessionTitle)} lead={t(texts.sessionLead)}>
        <Logout />
      </Section>
      <Section title={t(texts.dataTitle)} lead={t(texts.dataLead)}>
        <DataDownload download={download} />
      </Section>
      <Section title={t(texts.apiKeysTitle)} lead={t(texts.apiKeysLead)}>
        <ApiKeys />
      </Section>
      <Section title={t(texts.blocksTitle)} lead={t(texts.blocksLead)}>
        <Blocks />
      </Section>
      <Section title={t(texts.deleteTitle)} lead={t(texts.deleteLead)} isDangerous>
        <DeleteAccount />
      </Section>
    </div>
  );
}

/** Ends the session on this device, or on every one. */
function Logout() {
  const t = useText();
  const logout = useLogout();
  const everywhere = useLogoutEverywhere();
  const id = useId();
  return (
    <>
      <div className={classes.choices}>
        <Button onClick={() => logout('logout')}>
          <LogOut aria-hidden="true" />
          <span>{t(texts.logout)}</span>
        </Button>
        <Button onClick={() => everywhere.mutate()} isBlocked={everywhere.isPending} aria-describedby={id}>
          {t(texts.logoutEverywhere)}
        </Button>
      </div>
      <p id={id} className="note">
        {t(texts.logoutEverywhereHint)}
      </p>
      <ErrorText error={everywhere.error} hasPrefix isBoxed />
    </>
  );
}

interface SectionProps {
  title: string;
  /** May have links, as {@link RichText} writes them. */
  lead?: string;
  isDangerous?: boolean;
  children: ReactNode;
}

/** One subject of the screen: its title on the left, its controls on the right. */
function Section({ title, lead, isDangerous = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} data-dangerous={isDangerous} aria-labelledby={id}>
      <header className={classes.sectionHeader}>
        <h2 id={id}>{title}</h2>
        {lead && (
          <p className="note">
            <RichText text={lead} />
          </p>
        )}
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
  const t = useText();
  const id = useId();
  return (
    <div className={classes.row}>
      <div className={classes.identity}>
        <span id={id} className="note">
          {name}
        </span>
        <strong>{value}</strong>
      </div>
      <DialogButton label={t(texts.settingsChange)} title={title} aria-describedby={id}>
        {form}
      </DialogButton>
    </div>
  );
}
