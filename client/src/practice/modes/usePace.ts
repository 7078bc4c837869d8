import { useQuery } from '@tanstack/react-query';
import { autorun } from 'mobx';
import { useEffect } from 'react';
import { useRoot } from '../../core/useRoot';
import { bestsQuery } from '../../typing/bests';
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

/** The speed of the pace caret in wpm: by the account or, for what it does not tell, this device; null for no caret. */
function usePaceSpeed({ text: { mode, language } }: PracticeRun): number | null {
  const {
    services: { api, storage },
    settings,
  } = useRoot();
  const { pace, paceSpeed } = settings.values;
  const { data: stats } = usePracticeStats();
  const isBestAsked = pace === 'best' && mode !== 'text' && api.token !== null;
  const { data: bests } = useQuery({ ...bestsQuery(api, language), enabled: isBestAsked });
  if (pace === 'off') return null;
  if (pace === 'fixed') return paceSpeed;
  const typist = new Typist(storage);
  const account = mode === 'text' && stats && stats.racesTotal > 0 ? stats : null;
  if (pace === 'average') return account?.wpm ?? typist.average(mode);
  if (account) return account.bestRace;
  const best = bests?.find((best) => best.kind === 'practice' && best.mode === mode);
  // The account's may be from before the last run.
  return Math.max(best?.wpm ?? 0, typist.best(mode) ?? 0) || null;
}
