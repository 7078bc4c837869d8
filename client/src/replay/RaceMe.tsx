import Ghost from 'lucide-react/icons/ghost';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useText } from '../core/useText';
import { useRoomAgainst } from '../race/ghosts/useRoomAgainst';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import type { Player } from './Player';
import classes from './Replay.module.css';
import * as texts from './texts';

/** Opens a race against the ghost of the chosen racer; nothing for one without keys, or whose result counts for nothing. */
export const RaceMe = observer(function RaceMe({ race, player }: { race: string; player: Player }) {
  const t = useText();
  const id = useId();
  const { track } = player;
  const username = track?.lane.username ?? '';
  const room = useRoomAgainst({ race, username });
  if (!track?.keys || track.lane.isHidden || track.lane.unranked) return null;
  return (
    <div className={classes.challenge}>
      <Button kind="primary" onClick={room.open} isBlocked={room.isOpening} aria-describedby={id}>
        <Ghost aria-hidden="true" />
        <span>{t(texts.raceMe)}</span>
      </Button>
      <p id={id}>{username === player.username ? t(texts.raceYourself) : t(texts.raceAgainst)(username)}</p>
      <ErrorText error={room.error} />
    </div>
  );
});
