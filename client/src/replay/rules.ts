/** A race at any moment, from the keys of its racers. Pure: moments are milliseconds after the start. */

import type { ReplayLane } from '../net/api';
import { percent } from '../typing/rules/score';
import { BACKSPACE, BACKSPACE_WORD, type Key, TypingRun } from '../typing/rules/TypingRun';

/** A key of a replay. */
export interface ReplayedKey {
  key: Key;
  ms: number;
  /** The share of the text that is typed with this key, in whole percent. */
  completed: number;
}

/** The race of one racer. */
export interface Track {
  lane: ReplayLane;
  /** In order; null if the racer hides them or they are not kept. */
  keys: readonly ReplayedKey[] | null;
  /** The finish. */
  endMs: number;
}

/** Returns the track of a lane of a race through `text`. */
export function trackOf(text: string, lane: ReplayLane): Track {
  return { lane, keys: keysOf(text, lane), endMs: Math.round(lane.time * 1000) };
}

function keysOf(text: string, { keystrokes, times }: ReplayLane): ReplayedKey[] | null {
  if (keystrokes === null || times === null) return null;
  const run = new TypingRun(text);
  return [...keystrokes].map((key, index) => {
    run.press(key);
    return { key, ms: times[index] ?? 0, completed: run.completed };
  });
}

/** Returns the end of a race: the last finish, and every key. */
export function endOf(tracks: readonly Track[]): number {
  return Math.max(0, ...tracks.flatMap(({ keys, endMs }) => [endMs, keys?.at(-1)?.ms ?? 0]));
}

/** Returns the number of keys that were pressed by `ms`. */
export function countAt(keys: readonly ReplayedKey[], ms: number): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle]?.ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how much of the text a racer has typed at `ms`, in whole percent. Without keys, at an even speed. */
export function completedAt({ keys, endMs }: Track, ms: number): number {
  if (ms >= endMs) return 100;
  if (keys === null) return percent(ms, endMs);
  return keys[countAt(keys, ms) - 1]?.completed ?? 0;
}

/** Returns the moment of the next key after `ms`, or for `by` -1 the one before the last key; null if there is none. */
export function stepFrom(keys: readonly ReplayedKey[], ms: number, by: 1 | -1): number | null {
  const count = countAt(keys, ms);
  if (by === 1) return keys[count]?.ms ?? null;
  const last = keys[count - 1];
  if (!last) return null;
  // Keys of the same moment are one step.
  return keys[countAt(keys, last.ms - 1) - 1]?.ms ?? 0;
}

/** Returns a run through `text` with the first `count` keys pressed. */
export function runWith(text: string, keys: readonly ReplayedKey[], count: number): TypingRun {
  const run = new TypingRun(text);
  for (const { key, ms } of keys.slice(0, count)) run.press(key, ms);
  return run;
}

/** The meaning of a key: the right character, another than the one that was due, or a correction. */
export type Meaning =
  | { kind: 'right'; typed: string }
  | { kind: 'wrong'; typed: string; due: string }
  | { kind: 'erased' | 'erasedWord' };

/** Returns the meaning of the last of the first `count` keys; null if there is none. */
export function lastOf(text: string, keys: readonly ReplayedKey[], count: number): Meaning | null {
  const key = keys[count - 1]?.key;
  if (key === undefined) return null;
  if (key === BACKSPACE) return { kind: 'erased' };
  if (key === BACKSPACE_WORD) return { kind: 'erasedWord' };
  const run = runWith(text, keys, count - 1);
  const due = run.characters[run.cursor];
  return run.press(key) === false && due !== undefined
    ? { kind: 'wrong', typed: key, due }
    : { kind: 'right', typed: key };
}

/** An order to a replay, as a key of the keyboard or a button gives it. */
export type ReplayCommand =
  | { kind: 'toggle' | 'start' | 'end' }
  | { kind: 'seconds' | 'keys'; by: 1 | -1 }
  /** The racer in a place of the list, from 0. */
  | { kind: 'racer'; index: number };

/** Returns the command of a key of the keyboard; null if it has none. */
export function replayCommandOf(
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>,
): ReplayCommand | null {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const kind = shiftKey ? 'keys' : 'seconds';
  if (key === 'ArrowRight' || key === 'ArrowUp') return { kind, by: 1 };
  if (key === 'ArrowLeft' || key === 'ArrowDown') return { kind, by: -1 };
  if (shiftKey) return null;
  if (key === ' ') return { kind: 'toggle' };
  if (key === 'Home') return { kind: 'start' };
  if (key === 'End') return { kind: 'end' };
  return /^[1-9]$/.test(key) ? { kind: 'racer', index: Number(key) - 1 } : null;
}
