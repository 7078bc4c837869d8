import { type ComponentType, useEffect, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { userStatsQuery } from '../core/userStats';
import { loadExtra, Script } from '../platform/loading';
import type { SpeedStatistics } from '../typing/rules/comparison';
import type { ComparisonProps } from './Comparison';
import type { Race } from './Race';

/** Loaded before the start, because the network may fail later. Results stand without it. */
const script = new Script(() => loadExtra(() => import('./Comparison')));

interface Loaded {
  Comparison: ComponentType<ComparisonProps>;
  before: SpeedStatistics | null;
}

/**
 * Our statistics as they were before the race, with the component that compares our result with them; null until both
 * are loaded. After a reload that came too late they may include this race, so they are not used. Needs an observer.
 */
export function useComparison(race: Race): Loaded | null {
  const { services } = useRoot();
  const { api, queries } = services;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const { username, phase } = race;
  const hasSeat = username !== '';
  useEffect(() => {
    if (!hasSeat) return;
    let isWanted = true;
    const isOpen = () => race.phase.kind !== 'finished';
    const stats = isOpen() ? queries.fetchQuery({ ...userStatsQuery(api, username), staleTime: 0 }) : null;
    const before = Promise.resolve(stats).then(
      (found) => (isOpen() ? found : null),
      () => null,
    );
    Promise.all([script.load(), before]).then(
      ([{ Comparison }, before]) => isWanted && setLoaded({ Comparison, before }),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [race, username, hasSeat, api, queries]);
  return phase.kind === 'finished' ? loaded : null;
}
