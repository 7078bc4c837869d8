import { autorun } from 'mobx';
import { useLayoutEffect, useRef } from 'react';
import { useStrings } from '../app/useStrings';
import { minutesAndSeconds } from '../platform/format';
import classes from './Gauges.module.css';
import { inKeyPause } from './keyPause';
import { LIVE_WPM_LIMIT, wpm } from './rules/score';
import type { TypingRun } from './TypingRun';

/** How often stopwatch and speed change: often enough to live, seldom enough to leave the eye on the text. */
const REFRESH_MS = 500;

/** From when to when a run goes. */
interface Timing {
  /** By the page's own clock; null before the start. */
  startedAt: number | null;
  /** What the run came to, in seconds and wpm, once it is over. */
  final: { time: number; wpm: number } | null;
}

interface Props {
  run: TypingRun;
  /** Reads what MobX watches; the same function from render to render. */
  timing: () => Timing;
}

/**
 * Stopwatch and live speed of a run. They look at the run from time to time, and write their numbers themselves: no key
 * makes React render, the first one neither, and no number shares a frame with a key.
 */
export function Gauges({ run, timing }: Props) {
  const strings = useStrings();
  const time = useRef<HTMLSpanElement>(null);
  const speed = useRef<HTMLSpanElement>(null);
  const number = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    let isOver = false;
    const paint = () => {
      // What waited for a pause may come when the run is over.
      if (isOver) return;
      const { startedAt, final } = timing();
      const ms = final !== null ? final.time * 1000 : startedAt === null ? 0 : performance.now() - startedAt;
      const live = Math.round(final?.wpm ?? wpm(run.cursor, ms));
      setText(time.current, minutesAndSeconds(Math.max(ms, 0)));
      setText(number.current, String(live));
      if (speed.current) speed.current.hidden = live >= LIVE_WPM_LIMIT;
    };
    let timer: ReturnType<typeof setInterval> | undefined;
    const stop = autorun(() => {
      const { startedAt, final } = timing();
      clearInterval(timer);
      paint();
      if (startedAt !== null && final === null) timer = setInterval(() => inKeyPause(paint), REFRESH_MS);
    });
    return () => {
      isOver = true;
      stop();
      clearInterval(timer);
    };
  }, [run, timing]);
  return (
    <div className={classes.gauges}>
      <span ref={time} className={classes.time} role="timer" aria-label={strings.typing.stopwatch} />
      <span className={classes.speed}>
        <span ref={speed}>
          <strong ref={number} /> {strings.common.wpm}
        </span>
      </span>
    </div>
  );
}

function setText(element: HTMLElement | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
