import MailCheck from 'lucide-react/icons/mail-check';
import MailX from 'lucide-react/icons/mail-x';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { NewSkin } from '../skins/NewSkin';
import { skinName, skinWords } from '../skins/skinWords';
import { ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useVerify } from './queries';
import * as texts from './texts';

/** The target of the link in a verification email. */
export function Component() {
  const [query] = useSearchParams();
  const username = query.get('user');
  const code = query.get('code');
  if (!username || !code) return <Navigate to={paths.home} replace />;
  return <Verification username={username} code={code} />;
}

/** Redeems the code of a verification email, and shows the reward. */
const Verification = observer(function Verification({ username, code }: { username: string; code: string }) {
  const t = useText();
  const { session } = useRoot();
  const { data, error, mutate: redeem } = useVerify(username, code);
  useEffect(() => redeem(), [redeem]);
  const isVerifiedBefore = error !== null && session.info?.verified && session.info.username === username;
  if (data || isVerifiedBefore) {
    const skin = data?.skin;
    return (
      <StatusPage
        picture={
          skin ? (
            <NewSkin skin={skin} alt={t(texts.rewardAlt)(skinName(t(skinWords), skin))} />
          ) : (
            <MailCheck color="var(--correct)" size={56} aria-hidden="true" />
          )
        }
        title={data ? t(texts.verifyDone) : t(texts.already)}
        role="status"
        isFramed
        actions={
          <ButtonLink kind="primary" to={paths.user(session.username ?? username)}>
            {t(commonTexts.toProfile)}
          </ButtonLink>
        }
      >
        {skin && <p>{t(texts.reward)}</p>}
      </StatusPage>
    );
  }
  if (error) {
    return (
      <StatusPage
        picture={<MailX color="var(--wrong)" size={56} aria-hidden="true" />}
        title={t(texts.verifyFailed)}
        isFramed
        actions={
          <ButtonLink
            kind="primary"
            to={session.isLoggedIn ? paths.account : paths.login}
            state={session.isLoggedIn ? null : { next: paths.account }}
          >
            {t(texts.newLink)}
          </ButtonLink>
        }
      >
        <ErrorText error={error} />
      </StatusPage>
    );
  }
  return <StatusPage picture={<Logo size={96} />} title={t(texts.pending)} role="status" isFramed />;
});
