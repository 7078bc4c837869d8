import FastForward from 'lucide-react/icons/fast-forward';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Rewind from 'lucide-react/icons/rewind';
import SkipBack from 'lucide-react/icons/skip-back';
import SkipForward from 'lucide-react/icons/skip-forward';
import StepBack from 'lucide-react/icons/step-back';
import StepForward from 'lucide-react/icons/step-forward';
import { observer } from 'mobx-react-lite';
import { type Translate, useText } from '../core/useText';
import { minutesAndSeconds } from '../platform/format';
import { IconButton } from '../ui/Button';
import type { Player } from './Player';
import classes from './Replay.module.css';
import type { ReplayCommand } from './rules';
import * as texts from './texts';

interface Props {
  player: Player;
  act: (command: ReplayCommand) => void;
}

/** Buttons that play, pause and step, and a slider. */
export const Controls = observer(function Controls({ player, act }: Props) {
  const t = useText();
  const { isPlaying, run } = player;
  return (
    <div className={classes.controls}>
      <div className={classes.buttons}>
        <IconButton label={t(texts.start)} onClick={() => act({ kind: 'start' })}>
          <SkipBack aria-hidden="true" />
        </IconButton>
        <IconButton label={t(texts.secondBack)} onClick={() => act({ kind: 'seconds', by: -1 })}>
          <Rewind aria-hidden="true" />
        </IconButton>
        {run && (
          <IconButton label={t(texts.keyBack)} onClick={() => act({ kind: 'keys', by: -1 })}>
            <StepBack aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={t(isPlaying ? texts.pause : texts.play)} onClick={() => act({ kind: 'toggle' })}>
          {isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </IconButton>
        {run && (
          <IconButton label={t(texts.keyOn)} onClick={() => act({ kind: 'keys', by: 1 })}>
            <StepForward aria-hidden="true" />
          </IconButton>
        )}
        <IconButton label={t(texts.secondOn)} onClick={() => act({ kind: 'seconds', by: 1 })}>
          <FastForward aria-hidden="true" />
        </IconButton>
        <IconButton label={t(texts.end)} onClick={() => act({ kind: 'end' })}>
          <SkipForward aria-hidden="true" />
        </IconButton>
      </div>
      <Seek player={player} />
    </div>
  );
});

/** Returns the moment that is shown, in words. */
export function momentOf({ ms, endMs }: Player, t: Translate): string {
  return t(texts.momentOf)(Math.floor(ms / 1000), Math.floor(endMs / 1000));
}

/** The moment that is shown, as a slider. */
const Seek = observer(function Seek({ player }: { player: Player }) {
  const t = useText();
  const { ms, endMs } = player;
  return (
    <div className={classes.seek}>
      <input
        type="range"
        aria-label={t(texts.moment)}
        aria-valuetext={momentOf(player, t)}
        min={0}
        max={endMs}
        value={Math.round(ms)}
        onChange={({ currentTarget }) => player.seek(currentTarget.valueAsNumber)}
      />
      <span className={classes.clock} aria-hidden="true">
        {`${minutesAndSeconds(ms)} / ${minutesAndSeconds(endMs)}`}
      </span>
    </div>
  );
});
