import { observer } from 'mobx-react-lite';
import { useText } from '../core/useText';
import { minutesAndSeconds } from '../platform/format';
import { hiddenRacer } from '../race/texts';
import { useNow } from '../ui/useNow';
import * as texts from './texts';
import classes from './Watch.module.css';
import type { WatchedRace } from './WatchedRace';

/** The interval at which the clock of a race is read, in milliseconds. */
const CLOCK_MS = 250;

/** The phase of a race in words, with its clock; and those who have finished, for screen readers. */
export const RaceStatus = observer(function RaceStatus({ race }: { race: WatchedRace }) {
  const t = useText();
  const finished = [...race.roster.racers.values()]
    .filter(({ outcome }) => outcome !== null)
    .map(({ username }) => username || t(hiddenRacer));
  const phase = race.isOver ? 'finished' : race.phase.kind;
  return (
    <>
      <p className={classes.status}>
        <span role="status">{t(race.isReconnecting ? texts.reconnecting : texts.phases[phase])}</span>
        <Clock race={race} />
      </p>
      <p className="visually-hidden" role="status">
        {finished.length > 0 && t(texts.hasFinished)(finished)}
      </p>
    </>
  );
});

const Clock = observer(function Clock({ race }: { race: WatchedRace }) {
  const t = useText();
  const { phase, isOver } = race;
  const now = useNow(CLOCK_MS, phase.kind !== 'unseen' && !isOver);
  if (isOver || phase.kind === 'unseen' || phase.kind === 'finished') return null;
  if (phase.kind === 'running')
    return <span className={classes.clock}>{minutesAndSeconds(Math.max(now - phase.startedAt, 0))}</span>;
  const seconds = Math.max(Math.ceil((phase.endsAt - now) / 1000), 0);
  return <span>{t(phase.kind === 'starting' ? texts.startsIn : texts.startsInAbout)(seconds)}</span>;
});
