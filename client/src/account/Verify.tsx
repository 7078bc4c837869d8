import { MailCheck, MailX } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { NewSkin } from '../profile/NewSkin';
import { skinName } from '../strings/skins';
import { ButtonLink } from '../ui/Button';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import { useVerify } from './queries';
import classes from './Verify.module.css';

/** Where the link of a verification mail leads. */
export const Component = observer(function Verify() {
  const strings = useStrings();
  const [query] = useSearchParams();
  useTitle(strings.title(strings.verify.title));
  const username = query.get('user');
  const code = query.get('code');
  if (!username || !code) return <Navigate to={paths.home} replace />;
  return <Verification username={username} code={code} />;
});

interface Props {
  username: string;
  code: string;
}

/** Redeems the code of a verification mail, and hands over the reward. */
const Verification = observer(function Verification({ username, code }: Props) {
  const strings = useStrings();
  const { session } = useRoot();
  const { data, error, mutate } = useVerify(username, code);
  useEffect(() => mutate(), [mutate]);
  const { verify } = strings;
  if (data) {
    return (
      <StatusPage
        picture={
          data.skin ? (
            <NewSkin skin={data.skin} alt={verify.rewardAlt(skinName(strings.skins, data.skin))} />
          ) : (
            <MailCheck className={classes.good} size={56} aria-hidden="true" />
          )
        }
        title={verify.done}
        role="status"
        isFramed
        ways={
          <ButtonLink kind="primary" to={paths.user(session.username ?? username)}>
            {strings.common.toProfile}
          </ButtonLink>
        }
      >
        {data.skin && <p>{verify.reward}</p>}
      </StatusPage>
    );
  }
  if (error && session.info?.verified && session.info.username === username) {
    return (
      <StatusPage
        picture={<MailCheck className={classes.good} size={56} aria-hidden="true" />}
        title={verify.already}
        role="status"
        isFramed
        ways={
          <ButtonLink kind="primary" to={paths.user(username)}>
            {strings.common.toProfile}
          </ButtonLink>
        }
      />
    );
  }
  if (error) {
    return (
      <StatusPage
        picture={<MailX className={classes.bad} size={56} aria-hidden="true" />}
        title={verify.failed}
        isFramed
        ways={
          <ButtonLink
            kind="primary"
            to={session.isLoggedIn ? paths.account : paths.login}
            state={session.isLoggedIn ? null : { next: paths.account }}
          >
            {verify.newLink}
          </ButtonLink>
        }
      >
        <p role="alert">{error.message}</p>
      </StatusPage>
    );
  }
  return <StatusPage picture={<Logo size={96} />} title={verify.pending} role="status" isFramed />;
});
