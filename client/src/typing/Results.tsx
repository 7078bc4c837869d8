import type { ReactNode } from 'react';
import * as commonTexts from '../core/texts';
import { useFormat, useText } from '../core/useText';
import { Stat } from '../ui/Stat';
import { useTakeFocus } from '../ui/useTakeFocus';
import classes from './Results.module.css';
import * as texts from './texts';
import { useIgnoreLateKeys } from './useIgnoreLateKeys';
import { useSpeed } from './useSpeed';

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
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  useIgnoreLateKeys();
  const section = useTakeFocus<HTMLElement>();
  return (
    <section ref={section} className={classes.results} aria-label={t(texts.results)} tabIndex={-1}>
      <h2>{t(texts.results)}</h2>
      <dl className={classes.numbers}>
        <Stat name={t(texts.speed)} value={speed.decimals(wpm)} unit={speed.name} />
        <Stat name={t(texts.accuracy)} value={accuracy === null ? '–' : format.accuracy(accuracy)} />
        <Stat name={t(texts.time)} value={format.decimals(time)} unit={t(commonTexts.seconds)} />
      </dl>
      {children}
    </section>
  );
}
