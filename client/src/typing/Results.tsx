import type { ReactNode } from 'react';
import { useStrings } from '../app/useStrings';
import { Stat } from '../ui/Stat';
import { useKeepStill } from '../ui/useKeepStill';
import { useTakeFocus } from '../ui/useTakeFocus';
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

/**
 * What a run came to. It takes the focus that the text had: it is read out, and Tab leads on to its buttons. No button
 * has it, because the last keys of a fast typist may come after the end, and Space would press one. Nor may it scroll.
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
        {accuracy === null ? (
          <Stat name={typing.accuracy} value="–" />
        ) : (
          <Stat name={typing.accuracy} value={format.decimals(accuracy)} unit={common.percent} />
        )}
        <Stat name={typing.time} value={format.decimals(time)} unit={common.seconds} />
      </dl>
      {children}
    </section>
  );
}
