import type { ReactNode } from 'react';
import { useStrings } from '../core/useStrings';
import { Stat } from '../ui/Stat';
import { useTakeFocus } from '../ui/useTakeFocus';
import classes from './Results.module.css';
import { useKeepStill } from './useKeepStill';

interface Props {
  wpm: number;
  /** Percent; null if it is not known. */
  accuracy: number | null;
  /** Seconds. */
  time: number;
  /** Content below the numbers. */
  children?: ReactNode;
}

/**
 * Speed, accuracy and time of a run. Takes the focus from the text, so that it is announced and Tab leads to its
 * buttons. No button takes the focus, because the last Space of a fast typist would press it; nor may Space scroll.
 */
export function Results({ wpm, accuracy, time, children }: Props) {
  const { typing, format, common } = useStrings();
  useKeepStill();
  const section = useTakeFocus<HTMLElement>();
  return (
    <section ref={section} className={classes.results} aria-label={typing.results} tabIndex={-1}>
      <h2>{typing.results}</h2>
      <dl className={classes.numbers}>
        <Stat name={typing.speed} value={format.decimals(wpm)} unit={common.wpm} />
        <Stat name={typing.accuracy} value={accuracy === null ? '–' : format.accuracy(accuracy)} />
        <Stat name={typing.time} value={format.decimals(time)} unit={common.seconds} />
      </dl>
      {children}
    </section>
  );
}
