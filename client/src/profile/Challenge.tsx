import Ghost from 'lucide-react/icons/ghost';
import UsersRound from 'lucide-react/icons/users-round';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { RacerRace } from '../net/api';
import { useRoomAgainst } from '../race/ghosts/useRoomAgainst';
import * as privateTexts from '../race/private.texts';
import { useOpenPrivateRace } from '../race/useOpenRoom';
import { useSpeed } from '../typing/useSpeed';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useRaces } from './queries';
import * as texts from './texts';

interface Props {
  username: string;
  isOwn: boolean;
}

/**
 * The button for a race against the ghost of a racer's best race, or a private race with someone else if none of their
 * best races has its keys.
 */
export const Challenge = observer(function Challenge({ username, isOwn }: Props) {
  const { textLanguage } = useRoot().settings;
  const { data } = useRaces(username);
  if (!data) return null;
  const bests = data.bests.filter(({ hasKeys }) => hasKeys);
  const best = bests.find(({ language }) => language === textLanguage) ?? bests[0];
  if (best) return <ChallengeBest username={username} isOwn={isOwn} best={best} />;
  return isOwn ? null : <Invite username={username} />;
});

function Invite({ username }: Pick<Props, 'username'>) {
  const t = useText();
  const id = useId();
  const room = useOpenPrivateRace();
  return (
    <>
      <Button kind="primary" onClick={room.open} isBlocked={room.isOpening} aria-describedby={id}>
        <UsersRound aria-hidden="true" />
        <span>{t(privateTexts.privateRace)}</span>
      </Button>
      <span id={id} hidden>
        {t(texts.inviteHint)(username)}
      </span>
      <ErrorText error={room.error} />
    </>
  );
}

function ChallengeBest({ username, isOwn, best }: Props & { best: RacerRace }) {
  const t = useText();
  const speed = useSpeed();
  const id = useId();
  const room = useRoomAgainst({ race: best.race, username });
  return (
    <>
      <Button
        kind={isOwn ? 'secondary' : 'primary'}
        onClick={room.open}
        isBlocked={room.isOpening}
        aria-describedby={id}
      >
        <Ghost aria-hidden="true" />
        <span>{t(isOwn ? texts.challengeYourself : texts.challenge)}</span>
      </Button>
      <span id={id} hidden>
        {t(texts.challengeHint)(`${speed.decimals(best.wpm)} ${speed.name}`)}
      </span>
      <ErrorText error={room.error} />
    </>
  );
}
