/** Days of the calendar, such as 2026-11-27, as their midnights in UTC. */

export const DAY_MS = 24 * 60 * 60 * 1000;

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export function isDay(day: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Date.parse takes February 31 for March 3.
  return !Number.isNaN(time) && dayOf(time) === day;
}
