import { autorun } from 'mobx';
import { useEffect } from 'react';
import { useRoot } from '../../core/useRoot';
import { TEXT_ID } from '../../typing/TypedText';
import type { PracticeRun } from '../PracticeRun';
import { usePracticeStats } from '../queries';
import { PaceCaret } from './PaceCaret';
import { Typist } from './Typist';

/** Shows the pace caret that the visitor chose, if its speed is known. Needs an observer. */
export function usePace(practice: PracticeRun, className: string): void {
  const wpm = usePaceSpeed(practice);
  const isOver = practice.final !== null;
  useEffect(() => {
    const page = document.getElementById(TEXT_ID);
    if (wpm === null || isOver || !page) return;
    const caret = new PaceCaret(page, className, wpm);
    const stop = autorun(() => practice.startedAt !== null && caret.start(practice.startedAt));
    return () => {
      stop();
      caret.dispose();
    };
  }, [practice, className, wpm, isOver]);
}

/** The speed of the pace caret in wpm: of the account if it knows it, else of this device; null for no caret. */
function usePaceSpeed({ text: { mode } }: PracticeRun): number | null {
  const {
    services: { storage },
    settings,
  } = useRoot();
  const { pace, paceSpeed } = settings.values;
  const { data } = usePracticeStats();
  if (pace === 'off') return null;
  if (pace === 'fixed') return paceSpeed;
  const account = mode === 'text' && data && data.racesTotal > 0 ? data : null;
  const typist = new Typist(storage);
  return pace === 'average' ? (account?.wpm ?? typist.average(mode)) : (account?.bestRace ?? typist.best(mode));
}
