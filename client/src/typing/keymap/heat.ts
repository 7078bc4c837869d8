import type { KeyFigures } from '../../net/api';
import { keysFor, type LayoutName } from './layouts';

/** The figures that keys can be compared by. */
export type Metric = 'missed' | 'time';

/** The figures of a key: those of all characters that it types. */
export interface KeyFigure {
  typed: number;
  missed: number;
  /** The mean time since the key before, in milliseconds; null if no time is known. */
  meanMs: number | null;
}

/** The levels of a key, from 0, the best, to this one. */
export const HOTTEST = 4;

/** The share of misses from which a key has the next level. */
export const MISSED_LEVELS = [0.01, 0.03, 0.06, 0.1] as const;

/** The time from which a key has the next level, as a multiple of the mean of all keys. */
const TIME_LEVELS = [0.9, 1.1, 1.35, 1.7] as const;

/**
 * The presses from which a key of many runs is compared with others: one miss in four presses would be the worst key of
 * all, and says nothing.
 */
export const COMPARED_FROM = 10;

/** Returns the figures of each key of a layout by its id, and the characters that the layout does not have. */
export function figuresByKey(
  layout: LayoutName,
  characters: readonly KeyFigures[],
): { byKey: ReadonlyMap<string, KeyFigure>; elsewhere: KeyFigures[] } {
  const groups = new Map<string, KeyFigures[]>();
  const elsewhere: KeyFigures[] = [];
  for (const figures of characters) {
    const ids = keysFor(layout, figures.key);
    if (ids.length === 0) elsewhere.push(figures);
    for (const id of ids) groups.set(id, [...(groups.get(id) ?? []), figures]);
  }
  return { byKey: new Map([...groups].map(([id, group]) => [id, combined(group)])), elsewhere };
}

/** Returns the figures of several characters together. Their mean time counts each press once. */
export function combined(all: readonly KeyFigures[]): KeyFigure {
  const timed = all.filter(({ meanMs }) => meanMs !== null);
  const presses = sum(timed.map(({ typed }) => typed));
  return {
    typed: sum(all.map(({ typed }) => typed)),
    missed: sum(all.map(({ missed }) => missed)),
    meanMs: presses > 0 ? sum(timed.map(({ typed, meanMs }) => typed * (meanMs ?? 0))) / presses : null,
  };
}

/** Returns the level of a key; null if its time is unknown. `usualMs` is the mean of all keys. */
export function levelOf(metric: Metric, figure: KeyFigure, usualMs: number | null): number | null {
  if (metric === 'missed') return reached(MISSED_LEVELS, missedShare(figure));
  return figure.meanMs === null || usualMs === null ? null : reached(TIME_LEVELS, figure.meanMs / usualMs);
}

/** The share of presses that were wrong, from 0 to 1. */
export function missedShare({ typed, missed }: { typed: number; missed: number }): number {
  return typed === 0 ? 0 : missed / typed;
}

function reached(levels: readonly number[], value: number): number {
  return levels.filter((from) => value >= from).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
