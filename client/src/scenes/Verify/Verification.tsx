import { useQuery } from '@tanstack/react-query';
import { MailCheck, MailX } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { SkinImage } from '../../components/SkinImage';
import { useRoot } from '../../hooks/useRoot';
import { useSkinWords } from '../../hooks/useSkinWords';
import { useStrings } from '../../hooks/useStrings';
import { paths } from '../../paths';
import { verificationQuery } from '../../queries/verification';
import { skinName } from '../../strings/skins';
import classes from './Verification.module.css';

interface Props {
  username: string;
  code: string;
}

/** Redeems the code of a verification mail, and hands over the reward. */
export const Verification = observer(function Verification({ username, code }: Props) {
  const strings = useStrings();
  const { world, session } = useRoot();
  const { data, error } = useQuery(verificationQuery(world.api, session, username, code));
  const words = useSkinWords() ?? null;
  const { verify } = strings;
  return (
    <div className={classes.card}>
      {data ? (
        <div className={classes.content} role="status">
          {data.skin ? (
            <div className={classes.reward}>
              <SkinImage skin={data.skin} size={224} alt={verify.rewardAlt(skinName(words, data.skin))} />
            </div>
          ) : (
            <MailCheck className={classes.good} size={56} aria-hidden="true" />
          )}
          <h1>{verify.done}</h1>
          {data.skin && <p>{verify.reward}</p>}
          <ButtonLink kind="primary" to={paths.user(session.username ?? username)}>
            {verify.profile}
          </ButtonLink>
        </div>
      ) : error ? (
        <div className={classes.content}>
          <MailX className={classes.bad} size={56} aria-hidden="true" />
          <h1>{verify.failed}</h1>
          <p role="alert">{error.message}</p>
          <ButtonLink kind="primary" to={session.isLoggedIn ? paths.account : paths.login}>
            {verify.newLink}
          </ButtonLink>
        </div>
      ) : (
        <div className={classes.content}>
          <Logo size={96} />
          <h1 role="status">{verify.pending}</h1>
        </div>
      )}
    </div>
  );
});
