import { DAY_MS, dayOf } from '../core/days';
import type { TypedDay } from '../net/api';

/** A column of the calendar, from Monday to Sunday; null for days outside of it. */
export interface Week {
  days: readonly (TypedDay | null)[];
  /** The first day of the month that begins in this week; null if none does. */
  month: string | null;
}

/** The numbers of runs from which a day has the next level. */
const LEVELS = [1, 3, 6, 11];

/**
 * Returns the weeks up to `today`, which is in the last one: those of twelve months, or since the first day of the user if
 * that is later. Days are read as their midnights in UTC.
 */
export function weeksUntil(today: string, since: string, typed: readonly TypedDay[]): Week[] {
  const byDay = new Map(typed.map((each) => [each.day, each]));
  const first = new Date(`${today}T00:00:00Z`);
  first.setUTCFullYear(first.getUTCFullYear() - 1);
  // What a guest typed came along to their account.
  const [earliest = since] = [since, ...typed.map(({ day }) => day)].sort();
  const begin = Date.parse(earliest);
  const [from, to] = [Math.max(first.getTime() + DAY_MS, begin), Date.parse(today)];
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
  // In the first month of a new member, no month begins.
  if (weeks[0] && weeks.every(({ month }) => month === null)) weeks[0].month = dayOf(from);
  return weeks;
}

/** Returns the level of a day, from 0 for no run to 4. */
export function levelOf(runs: number): number {
  return LEVELS.filter((from) => runs >= from).length;
}

/** Returns the Monday of the week of a moment. */
export function mondayOf(time: number): number {
  return time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS;
}
