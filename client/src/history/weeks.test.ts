import { expect, it } from 'vitest';
import { levelOf, weeksUntil } from './weeks';

const LONG_AGO = '2020-01-01';

it('shows the days of twelve months in weeks that begin on Monday', () => {
  // A Thursday.
  const weeks = weeksUntil('2026-11-26', LONG_AGO, []);
  const days = weeks.flatMap(({ days }) => days.flatMap((each) => each?.day ?? []));
  expect(days).toHaveLength(365);
  expect([days[0], days.at(-1)]).toEqual(['2025-11-27', '2026-11-26']);
  expect(weeks).toHaveLength(53);
  expect(weeks[0]?.days.slice(0, 4)).toEqual([null, null, null, { day: '2025-11-27', runs: 0, seconds: 0 }]);
  expect(weeks.at(-1)?.days.map((each) => each !== null)).toEqual([true, true, true, true, false, false, false]);
});

it('has February 29 in a leap year', () => {
  const days = weeksUntil('2028-03-01', LONG_AGO, []).flatMap(({ days }) => days.flatMap((each) => each?.day ?? []));
  expect(days).toHaveLength(366);
  expect(days).toContain('2028-02-29');
});

it('a twelve months after February 29 begin on March 2', () => {
  const [week] = weeksUntil('2028-02-29', LONG_AGO, []);
  expect(week?.days.find((each) => each !== null)?.day).toBe('2027-03-02');
});

it('names each month at the week of its first day', () => {
  const months = weeksUntil('2026-11-26', LONG_AGO, []).flatMap(({ month }) => month ?? []);
  expect(months).toHaveLength(12);
  expect([months[0], months.at(-1)]).toEqual(['2025-12-01', '2026-11-01']);
});

it('begins on the first day of a new member', () => {
  const days = weeksUntil('2026-11-26', '2026-11-18', []).flatMap(({ days }) =>
    days.flatMap((each) => each?.day ?? []),
  );
  expect([days[0], days.length]).toEqual(['2026-11-18', 9]);
});

it('names the month of a new member in whose days none begins', () => {
  expect(weeksUntil('2026-11-26', '2026-11-18', []).map(({ month }) => month)).toEqual(['2026-11-18', null]);
});

it('begins with what was typed before the account was made', () => {
  const typed = [{ day: '2026-11-17', runs: 1, seconds: 30 }];
  const days = weeksUntil('2026-11-26', '2026-11-18', typed).flatMap(({ days }) => days.flatMap((each) => each ?? []));
  expect(days[0]).toEqual(typed[0]);
});

it('has what was typed on its day', () => {
  const days = weeksUntil('2026-11-26', LONG_AGO, [{ day: '2026-11-25', runs: 4, seconds: 90 }]).at(-1)?.days;
  expect(days?.[2]).toEqual({ day: '2026-11-25', runs: 4, seconds: 90 });
});

it.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [3, 2],
  [6, 3],
  [11, 4],
  [1000, 4],
])('a day with %s runs has level %s', (runs, level) => {
  expect(levelOf(runs)).toBe(level);
});
