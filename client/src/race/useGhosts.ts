import { useEffect, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { loadExtra, Script } from '../platform/loading';
import type { LoadedGhosts } from './ghosts/loadGhosts';
import { sharedRunIn } from './ghosts/rules';
import type { Race } from './Race';

/** Loaded while a racer waits alone. */
const script = new Script(() => loadExtra(() => import('./ghosts/loadGhosts')));

/**
 * The ghosts that race with us while we are alone; null without any. They come during the countdown or not at all,
 * because new lanes would move the text that is typed. Needs an observer.
 */
export function useGhosts(race: Race): LoadedGhosts | null {
  const { services, settings } = useRoot();
  const { api } = services;
  const [loaded, setLoaded] = useState<LoadedGhosts | null>(null);
  const { phase, roster, seat } = race;
  const isAlone = settings.values.ghosts && roster.racers.size < 2;
  const receipt = seat?.receipt ?? null;
  const isWaiting = isAlone && (phase.kind === 'joined' || phase.kind === 'waiting');
  const isStarting = isAlone && phase.kind === 'starting';
  useEffect(() => {
    // A script that cannot be loaded is asked for again at the countdown.
    if (isWaiting) script.load().catch(() => {});
  }, [isWaiting]);
  useEffect(() => {
    if (!isStarting || receipt === null) return;
    let isWanted = true;
    const shared = sharedRunIn(window.location.search);
    script
      .load()
      .then(({ loadGhosts }) => loadGhosts(api, receipt, shared))
      .then(
        (found) => isWanted && setLoaded(found),
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, [isStarting, receipt, api]);
  return isAlone ? loaded : null;
}
