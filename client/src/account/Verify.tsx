import { MailCheck, MailX } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { NewSkin } from '../skins/NewSkin';
import { skinName } from '../skins/skinWords';
import { ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useVerify } from './queries';

/** The target of the link in a verification email. */
export const Component = observer(function Verify() {
  const [query] = useSearchParams();
  const username = query.get('user');
  const code = query.get('code');
  if (!username || !code) return <Navigate to={paths.home} replace />;
  return <Verification username={username} code={code} />;
});

/** Redeems the code of a verification email, and shows the reward. */
const Verification = observer(function Verification({ username, code }: { username: string; code: string }) {
  const { common, skins, verify } = useStrings();
  const { session } = useRoot();
  const { data, error, run } = useVerify(username, code);
  useEffect(() => run(), [run]);
  const isVerifiedBefore = error !== null && session.info?.verified && session.info.username === username;
  if (data || isVerifiedBefore) {
    const skin = data?.skin;
    return (
      <StatusPage
        picture={
          skin ? (
            <NewSkin skin={skin} alt={verify.rewardAlt(skinName(skins, skin))} />
          ) : (
            <MailCheck color="var(--correct)" size={56} aria-hidden="true" />
          )
        }
        title={data ? verify.done : verify.already}
        role="status"
        isFramed
        actions={
          <ButtonLink kind="primary" to={paths.user(session.username ?? username)}>
            {common.toProfile}
          </ButtonLink>
        }
      >
        {skin && <p>{verify.reward}</p>}
      </StatusPage>
    );
  }
  if (error) {
    return (
      <StatusPage
        picture={<MailX color="var(--wrong)" size={56} aria-hidden="true" />}
        title={verify.failed}
        isFramed
        actions={
          <ButtonLink
            kind="primary"
            to={session.isLoggedIn ? paths.account : paths.login}
            state={session.isLoggedIn ? null : { next: paths.account }}
          >
            {verify.newLink}
          </ButtonLink>
        }
      >
        <ErrorText error={error} />
      </StatusPage>
    );
  }
  return <StatusPage picture={<Logo size={96} />} title={verify.pending} role="status" isFramed />;
});
