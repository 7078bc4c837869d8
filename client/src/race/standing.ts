/** How close a racer's result was. Pure. */

import type { Outcome } from '../net/wire';
import { twoDecimals } from '../typing/rules/score';

interface Finisher {
  username: string;
  outcome: Pick<Outcome, 'time'>;
  place: number | null;
}

/**
 * Returns the place of `username` and the seconds by which they were behind the winner or, first themselves, ahead of
 * `next`. Null if they have no place, or nobody to be compared with. `standings` are in the order of places.
 */
export function closenessOf(standings: readonly Finisher[], username: string) {
  const placed = standings.filter(({ place }) => place !== null);
  const own = placed.find((finisher) => finisher.username === username);
  const others = placed.filter((finisher) => finisher !== own);
  // The winner, unless we are first.
  const [other] = others;
  if (!own?.place || !other) return null;
  const seconds = twoDecimals(Math.abs(own.outcome.time - other.outcome.time));
  return { place: own.place, seconds, next: own.place === 1 ? other.username : null };
}
