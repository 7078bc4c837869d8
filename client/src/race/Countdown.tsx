import { observer } from 'mobx-react-lite';
import { useText } from '../core/useText';
import { useNow } from '../ui/useNow';
import classes from './Countdown.module.css';
import type { Race } from './Race';
import * as texts from './texts';
import { WaitingNote } from './WaitingNote';

/** The interval at which the countdown reads the clock. */
const REFRESH_MS = 100;

/** The overlay of the text before the start; `id` is that of its sentence. */
export const Countdown = observer(function Countdown({ id, race }: { id: string; race: Race }) {
  const t = useText();
  const { phase, seat } = race;
  const isGathering = phase.kind === 'waiting' && race.starter !== null;
  const isCounting = (phase.kind === 'waiting' && !isGathering) || phase.kind === 'starting';
  const now = useNow(REFRESH_MS, isCounting);
  if (!isCounting)
    return (
      <p id={id} className={classes.label}>
        {t(isGathering ? texts.waitingForFriends : race.isSolo ? texts.joining : texts.waitingForOpponents)}
      </p>
    );
  const seconds = Math.max(Math.min(Math.ceil((phase.endsAt - now) / 1000), phase.seconds), 0);
  return (
    <>
      <p id={id} className={classes.label}>
        {phase.kind === 'starting' ? t(texts.starting) : t(texts.waiting)}
      </p>
      <p key={phase.kind === 'starting' ? seconds : phase.kind} className={classes.seconds} role="timer">
        {seconds}
      </p>
      {seat?.text && <WaitingNote race={race} language={seat.text.language} />}
    </>
  );
});
