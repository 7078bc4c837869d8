import { useEffect, useState } from 'react';
import { loadWatchTransport } from '../watch/useWatchedRace';
import { Heats } from './Heats';

/** Watches the rooms of a round, also while the page is not seen: a projector may show it. Needs an observer. */
export function useHeats(rooms: readonly string[]): Heats {
  const [heats] = useState(() => new Heats(loadWatchTransport));
  const watched = rooms.join();
  useEffect(() => heats.watch(watched === '' ? [] : watched.split(',')), [heats, watched]);
  useEffect(() => () => heats.watch([]), [heats]);
  return heats;
}
