import { minutesAndSeconds } from '../../format';
import { useNow } from '../../hooks/useNow';
import { strings } from '../../strings';
import { LIVE_WPM_LIMIT, wpm } from '../../typing/score';
import type { TypingRun } from '../../typing/TypingRun';
import classes from './Gauges.module.css';

/** How often stopwatch and speed change: often enough to live, seldom enough to leave the eye on the text. */
const REFRESH_MS = 500;

interface Props {
  run: TypingRun;
  /** By the page's own clock; null before the start. */
  startedAt: number | null;
  /** Seconds that the run took, once it is over. */
  finalSeconds: number | null;
}

/** Stopwatch and live speed of a run. They look at the run from time to time, and no key makes them render. */
export function Gauges({ run, startedAt, finalSeconds }: Props) {
  const isRunning = startedAt !== null && finalSeconds === null;
  const now = useNow(REFRESH_MS, isRunning);
  const ms = finalSeconds !== null ? finalSeconds * 1000 : startedAt === null ? 0 : Math.max(now - startedAt, 0);
  const speed = Math.round(wpm(run.cursor, ms));
  return (
    <div className={classes.gauges}>
      <span className={classes.time} role="timer" aria-label={strings.typing.stopwatch}>
        {minutesAndSeconds(ms)}
      </span>
      <span className={classes.speed}>
        {speed < LIVE_WPM_LIMIT && (
          <>
            <strong>{speed}</strong> {strings.common.wpm}
          </>
        )}
      </span>
    </div>
  );
}
