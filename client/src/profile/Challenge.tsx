import { Ghost } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { RacerRace } from '../net/api';
import { useRoomAgainst } from '../race/ghosts/useRoomAgainst';
import { useSpeed } from '../typing/useSpeed';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useRaces } from './queries';
import * as texts from './texts';

interface Props {
  username: string;
  isOwn: boolean;
}

/** The button for a race against the ghost of a racer's best race; nothing without one whose keys are there. */
export const Challenge = observer(function Challenge({ username, isOwn }: Props) {
  const { textLanguage } = useRoot().settings;
  const bests = useRaces(username).data?.bests.filter(({ hasKeys }) => hasKeys) ?? [];
  const best = bests.find(({ language }) => language === textLanguage) ?? bests[0];
  return best && <ChallengeBest username={username} isOwn={isOwn} best={best} />;
});

function ChallengeBest({ username, isOwn, best }: Props & { best: RacerRace }) {
  const t = useText();
  const speed = useSpeed();
  const id = useId();
  const room = useRoomAgainst({ race: best.race, username }, paths.user(username));
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
