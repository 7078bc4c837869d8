import { type ReactNode, useEffect } from 'react';
import { isForAnother } from '../../hooks/useEnter';
import { useStrings } from '../../hooks/useStrings';
import { useTakeFocus } from '../../hooks/useTakeFocus';
import { Measure } from '../Measure';
import classes from './Results.module.css';

interface Props {
  wpm: number;
  /** Percent; null where it is not known. */
  accuracy: number | null;
  /** Seconds. */
  time: number;
  /** What follows the numbers: how safe they are, and the buttons. */
  children?: ReactNode;
}

/** How long after the end the last keys of a fast typist may still come, in milliseconds. */
const LAST_KEYS_MS = 1000;

/**
 * What a run came to. It takes the focus that the text had: it is read out, and Tab leads on to its buttons. No button
 * has it, because the last keys of a fast typist may come after the end, and Space would press one. Nor may it scroll.
 */
export function Results({ wpm, accuracy, time, children }: Props) {
  const { typing, format, common } = useStrings();
  useEffect(() => {
    const shownAt = performance.now();
    const keepStill = (event: KeyboardEvent) => {
      const isLate = event.key === ' ' && event.timeStamp - shownAt < LAST_KEYS_MS;
      if (isLate && !isForAnother(event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', keepStill);
    return () => document.removeEventListener('keydown', keepStill);
  }, []);
  const section = useTakeFocus<HTMLElement>();
  return (
    <section ref={section} className={classes.results} aria-label={typing.results} tabIndex={-1}>
      <h2>{typing.results}</h2>
      <dl className={classes.numbers}>
        <Measure name={typing.speed} value={format.decimals(wpm)} unit={common.wpm} />
        {accuracy === null ? (
          <Measure name={typing.accuracy} value="–" />
        ) : (
          <Measure name={typing.accuracy} value={format.decimals(accuracy)} unit={common.percent} />
        )}
        <Measure name={typing.time} value={format.decimals(time)} unit={common.seconds} />
      </dl>
      {children}
    </section>
  );
}
