import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { minutesAndSeconds } from '../platform/format';
import { betweenKeys } from '../platform/frame';
import classes from './Gauges.module.css';
import { accuracy, LIVE_WPM_LIMIT, wpm } from './rules/score';
import type { TypingRun } from './rules/TypingRun';
import * as texts from './texts';
import { useSpeed } from './useSpeed';

/** The interval at which stopwatch and speed update: often enough to feel live, rarely enough not to distract. */
const REFRESH_MS = 500;

/** The shorter interval right after a key's frame, when an update shares no frame with the next key. */
const REFRESH_AFTER_KEY_MS = 400;

/** The observable times of a race or a practice. */
interface Timing {
  /** By `performance.now`; null before the start. */
  readonly startedAt: number | null;
  /** Seconds and speed, once the run is over. */
  readonly final: { time: number; wpm: number } | null;
  /** The milliseconds after which the run ends, which the stopwatch then counts down; null or missing if none. */
  readonly limitMs?: number | null;
}

/** The stopwatch and live speed of a run. */
export const Gauges = observer(function Gauges({ run, timing }: { run: TypingRun; timing: Timing }) {
  const t = useText();
  const format = useFormat();
  const { showSpeed, showAccuracy } = useRoot().settings.values;
  const speed = useSpeed();
  const { startedAt, final, limitMs } = timing;
  const isRunning = startedAt !== null && final === null;
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    let readAt = 0;
    const readIfOlderThan = (ms: number) => {
      if (performance.now() - readAt >= ms) {
        readAt = performance.now();
        setNow(readAt);
      }
    };
    readIfOlderThan(0);
    const stop = run.onTouched(() => betweenKeys(() => readIfOlderThan(REFRESH_AFTER_KEY_MS)));
    const timer = setInterval(() => readIfOlderThan(REFRESH_MS), REFRESH_MS - REFRESH_AFTER_KEY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [run, isRunning]);
  const ms = final ? final.time * 1000 : startedAt === null ? 0 : Math.max(now - startedAt, 0);
  const live = final?.wpm ?? wpm(run.right, ms);
  // Every key counts, also those that were taken back.
  const keys = Math.max(run.cursor, run.errors);
  return (
    <div className={classes.gauges}>
      <span className={classes.time} role="timer" aria-label={t(texts.time)}>
        {minutesAndSeconds(limitMs && !final ? Math.max(limitMs - ms, 0) : ms)}
      </span>
      <span className={classes.speed}>
        {(showSpeed || final) && live < LIVE_WPM_LIMIT && (
          <>
            <span className="visually-hidden">{`${t(texts.speed)} `}</span>
            <strong>{Math.round(speed.of(live))}</strong>
            <span>{` ${speed.name}`}</span>
          </>
        )}
      </span>
      {showAccuracy && (
        <span className={classes.accuracy}>
          <span className="visually-hidden">{`${t(texts.accuracy)} `}</span>
          <span>{keys === 0 ? '–' : format.percent(Math.floor(accuracy(keys, run.errors)))}</span>
        </span>
      )}
    </div>
  );
});
