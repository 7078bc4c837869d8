import { queryOptions, useQuery } from '@tanstack/react-query';
import { autorun } from 'mobx';
import { useEffect } from 'react';
import { HISTORY, RUNS_FRESH_MS } from '../../core/ownRuns';
import type { Settings } from '../../core/settings';
import { useRoot } from '../../core/useRoot';
import type { ApiClient } from '../../net/ApiClient';
import type { Mode } from '../../net/api';
import { TEXT_ID } from '../../typing/TypedText';
import type { PracticeRun } from '../PracticeRun';
import { usePracticeBests, usePracticeStats } from '../queries';
import { PaceCaret } from './PaceCaret';
import { AVERAGED, averageOf, Typist } from './Typist';

type Pace = Settings['pace'];

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

/** The speed of the pace caret in wpm; null for no caret. */
function usePaceSpeed({ text }: PracticeRun): number | null {
  const { mode } = text;
  const { services, settings } = useRoot();
  const { api, storage } = services;
  const { pace, paceSpeed } = settings.values;
  const isAsked = (asked: Pace) => pace === asked && mode !== 'text' && api.token !== null;
  const stats = usePracticeStats();
  const bests = usePracticeBests(text);
  const last = useQuery({ ...lastRunsQuery(api, mode), enabled: isAsked('average') });
  if (pace === 'off') return null;
  if (pace === 'fixed') return paceSpeed;
  const account = mode === 'text' ? stats : pace === 'best' ? bests : last;
  // While the server is away, the account is what this device remembers of it.
  if (api.token === null || (account.data === undefined && account.failureCount > 0)) {
    const typist = new Typist(storage);
    return pace === 'best' ? typist.best(mode) : typist.average(mode);
  }
  if (mode === 'text') return (pace === 'best' ? stats.data?.bestRace : stats.data?.wpm) || null;
  if (pace === 'average') return averageOf(last.data ?? []);
  return bests.data?.find((best) => best.kind === 'practice' && best.mode === mode)?.wpm ?? null;
}

/** The speeds of the account's last runs of a mode, in wpm. */
function lastRunsQuery(api: ApiClient, mode: Mode) {
  return queryOptions({
    queryKey: [HISTORY, 'last', api.token, mode],
    queryFn: async () => {
      const { runs } = await api.postAsUser('/api/history', { kind: 'practice', mode, limit: AVERAGED });
      return runs.filter(({ mark }) => mark !== 'paused').map(({ wpm }) => wpm);
    },
    staleTime: RUNS_FRESH_MS,
  });
}
