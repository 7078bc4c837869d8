import { LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import type { SessionInfo } from '../net/api';
import { Button } from '../ui/Button';
import { SkinImage } from '../ui/SkinImage';
import { ChangeCountry } from './ChangeCountry';
import { ChangeEmailForm } from './ChangeEmailForm';
import { ChangePassword } from './ChangePassword';
import { ChangeUsernameForm } from './ChangeUsernameForm';
import { DeleteAccount } from './DeleteAccount';
import { IdentityRow } from './IdentityRow';
import { Section } from './Section';
import classes from './Settings.module.css';
import { UnverifiedNotice } from './UnverifiedNotice';
import { useLogout } from './useLogout';

interface Props {
  info: Extract<SessionInfo, { loggedin: true }>;
}

/** Everything that users can change about their account. */
export function Settings({ info }: Props) {
  const strings = useStrings();
  const leave = useLogout();
  const { settings } = strings;
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <SkinImage skin={info.skin} size={112} alt={strings.home.yourSkin(info.skin)} />
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
          form={(done) => <ChangeUsernameForm current={info.username} onDone={done} />}
        />
        <IdentityRow
          name={strings.account.email}
          value={info.email}
          title={settings.changeEmail}
          form={(done) => <ChangeEmailForm onDone={done} />}
        />
      </Section>
      <Section title={settings.countryTitle} lead={settings.countryLead}>
        <ChangeCountry username={info.username} />
      </Section>
      <Section title={settings.passwordTitle} lead={settings.passwordLead}>
        <ChangePassword username={info.username} />
      </Section>
      <Section title={settings.sessionTitle} lead={settings.sessionLead}>
        <div>
          <Button onClick={() => leave('logout')}>
            <LogOut aria-hidden="true" /> {settings.logout}
          </Button>
        </div>
      </Section>
      <Section title={settings.deleteTitle} lead={settings.deleteLead} isDangerous>
        <DeleteAccount />
      </Section>
    </div>
  );
}
