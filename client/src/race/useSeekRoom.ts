import { useEffect } from 'react';
import { paths } from '../core/paths';
import { useApi } from '../core/useApi';
import type { Race } from './Race';

/** The time for which a racer waits alone before the page asks for a room with others, and between two questions. */
const ALONE_MS = 5000;

/** Returns whether we wait alone for a public race in another language than the default one, in which others may wait. */
export function isLonely({ phase, roster, seat }: Race): boolean {
  return phase.kind === 'waiting' && roster.racers.size < 2 && seat?.text?.language !== 'en' && !seat?.isPrivate;
}

/** Goes to a room where others wait, if there is one, while a racer waits alone. Needs an observer. */
export function useSeekRoom(race: Race): void {
  const api = useApi();
  const { code } = race;
  const isAlone = isLonely(race);
  useEffect(() => {
    if (!isAlone) return;
    const seek = async () => {
      const { code: found } = await api.postAsUser('/api/multiplayer', { alone: code });
      if (found !== code) window.location.replace(paths.race(found));
    };
    // A question that fails is asked again.
    const timer = setInterval(() => seek().catch(() => {}), ALONE_MS);
    return () => clearInterval(timer);
  }, [isAlone, api, code]);
}
