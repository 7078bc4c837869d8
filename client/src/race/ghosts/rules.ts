/** Ghosts at any moment of a race. Pure: moments are milliseconds after the start. */

import { percent } from '../../typing/rules/score';

/**
 * Returns how much of a text a ghost has typed at `ms`, in whole percent. `arrivals` has the moment of each character,
 * and never decreases.
 */
export function completedAt(arrivals: readonly number[], ms: number): number {
  const next = arrivals.findIndex((arrival) => arrival > ms);
  return next < 0 ? 100 : percent(next, arrivals.length);
}

/** Returns the moment of a ghost's finish. */
export function finishOf(arrivals: readonly number[]): number {
  return arrivals.at(-1) ?? 0;
}

/** Returns the time by which a finish after `seconds` is ahead of a ghost's, in tenths of a second; below 0 behind it. */
export function leadOver(arrivals: readonly number[], seconds: number): number {
  return Math.round((finishOf(arrivals) - seconds * 1000) / 100) / 10;
}

/** A run that was shared, to be raced against. */
export interface SharedRun {
  race: string;
  username: string;
}

/** Returns the shared run that the query of a race's address names; null without one. */
export function sharedRunIn(search: string): SharedRun | null {
  const query = new URLSearchParams(search);
  const [race, username] = [query.get('race'), query.get('of')];
  return race && username ? { race, username } : null;
}

/** Returns the query of the address of a race against a shared run. */
export function searchOf({ race, username }: SharedRun): string {
  return `?${new URLSearchParams({ race, of: username })}`;
}
