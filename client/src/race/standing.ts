/** The meaning of a race's result against its neighbor. Pure. */

import type { Outcome } from '../net/wire';
import { twoDecimals } from '../typing/rules/score';

interface Finisher {
  username: string;
  outcome: Pick<Outcome, 'time'>;
  place: number | null;
}

/**
 * Returns the racer one place ahead of `username`, or behind the first one, and the seconds by which they were faster;
 * null if there is none, or `username` has no place. `standings` are in the order of places.
 */
export function neighborOf(standings: readonly Finisher[], username: string) {
  const placed = standings.filter(({ place }) => place !== null);
  const at = placed.findIndex((finisher) => finisher.username === username);
  const own = placed[at];
  const other = placed[at === 0 ? 1 : at - 1];
  if (!own || !other) return null;
  return { username: other.username, lead: twoDecimals(own.outcome.time - other.outcome.time) };
}
