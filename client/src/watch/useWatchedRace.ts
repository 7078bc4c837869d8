import { useEffect, useState } from 'react';
import { loadExtra } from '../platform/loading';
import { WatchedRace } from './WatchedRace';

/** Loaded when a race is to be watched. */
export async function loadWatchTransport() {
  return (await loadExtra(() => import('../net/watchSocket'))).watchSocket;
}

/**
 * Watches the race of the room with this code, which stays the same for the component: give it a key. `isUnseen` says to
 * go on while the page is hidden.
 */
export function useWatchedRace(code: string, isUnseen = false): WatchedRace {
  const [race] = useState(() => new WatchedRace(code, loadWatchTransport));
  useEffect(() => {
    const follow = () => {
      if (isUnseen || document.visibilityState === 'visible') race.open();
      else race.close();
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      race.close();
    };
  }, [race, isUnseen]);
  return race;
}
