import type { Span } from '../ui/chart/drawChart';

/** The ways to change the shown part of a chart without a pointer. */
export type Zoom = 'in' | 'out' | 'earlier' | 'later';

/** The share of the shown part by which a step moves. */
const STEP = 0.5;

/**
 * Returns the part of `whole` that is shown after a step from `shown`; null for all of it. A part has at least `shortest`.
 */
export function zoomed(zoom: Zoom, shown: Span | null, whole: Span, shortest: number): Span | null {
  const [from, to] = shown ?? whole;
  const length = to - from;
  switch (zoom) {
    case 'in':
      return around(whole, (from + to) / 2, Math.max(length * STEP, shortest));
    case 'out':
      return around(whole, (from + to) / 2, length / STEP);
    case 'earlier':
      return within(whole, from - length * STEP, length);
    case 'later':
      return within(whole, from + length * STEP, length);
  }
}

function around(whole: Span, middle: number, length: number): Span | null {
  return within(whole, middle - length / 2, length);
}

/** Returns the part of `length` that begins at `from`, moved into `whole`; null if it is all of it. */
export function within([first, last]: Span, from: number, length: number): Span | null {
  if (length >= last - first) return null;
  const start = Math.min(Math.max(from, first), last - length);
  return [start, start + length];
}
