import type { TypedDay } from '../net/api';

/** A column of the calendar, from Monday to Sunday; null for days outside the twelve months. */
export interface Week {
  days: readonly (TypedDay | null)[];
  /** The first day of the month that begins in this week; null if none does. */
  month: string | null;
}

const DAY_MS = 24 * 3_600_000;

/** The numbers of runs from which a day has the next level. */
const LEVELS = [1, 3, 6, 11];

/** Returns the weeks of the twelve months up to `today`, which is in the last one. Days are read as their midnights in UTC. */
export function weeksUntil(today: string, typed: readonly TypedDay[]): Week[] {
  const byDay = new Map(typed.map((each) => [each.day, each]));
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCFullYear(first.getUTCFullYear() - 1);
  const [from, to] = [first.getTime() + DAY_MS, Date.parse(today)];
  const weeks: Week[] = [];
  for (let monday = mondayOf(from); monday <= to; monday += 7 * DAY_MS) {
    const days = Array.from({ length: 7 }, (_, index) => {
      const time = monday + index * DAY_MS;
      if (time < from || time > to) return null;
      const day = dayOf(time);
      return byDay.get(day) ?? { day, runs: 0, seconds: 0 };
    });
    weeks.push({ days, month: days.find((each) => each?.day.endsWith('-01'))?.day ?? null });
  }
  return weeks;
}

/** Returns the level of a day, from 0 for no run to 4. */
export function levelOf(runs: number): number {
  return LEVELS.filter((from) => runs >= from).length;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function mondayOf(time: number): number {
  return time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS;
}
