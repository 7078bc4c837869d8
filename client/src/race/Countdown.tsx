import { observer } from 'mobx-react-lite';
import { useStrings } from '../app/useStrings';
import { useNow } from '../ui/useNow';
import classes from './Countdown.module.css';
import type { RaceStore } from './RaceStore';

/** How often the countdown is looked at; what it shows changes once a second. */
const REFRESH_MS = 100;

/** What lies over the text before the start. */
export const Countdown = observer(function Countdown({ race }: { race: RaceStore }) {
  const strings = useStrings();
  const { countdownEndsAt, phase } = race;
  const now = useNow(REFRESH_MS, countdownEndsAt !== null);
  if (countdownEndsAt === null) return <p className={classes.label}>{strings.race.waitingForOpponents}</p>;
  const seconds = Math.max(Math.min(Math.ceil((countdownEndsAt - now) / 1000), race.countdownSeconds), 0);
  return (
    <>
      <p className={classes.label}>{phase === 'starting' ? strings.race.starting : strings.race.waiting}</p>
      <p key={phase === 'starting' ? seconds : phase} className={classes.seconds} role="timer">
        {seconds}
      </p>
    </>
  );
});
