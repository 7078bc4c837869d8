import { expect, it } from 'vitest';
import { decimals, hoursMinutesSeconds, localeDate, minutesAndSeconds } from './format';

it('speeds and accuracies have two decimals', () =>
  expect([decimals(88.5), decimals(100)]).toEqual(['88.50', '100.00']));

it('a stopwatch shows minutes and seconds', () => {
  expect([0, 999, 67_000, 600_000].map(minutesAndSeconds)).toEqual(['0:00', '0:00', '1:07', '10:00']);
});

it('time spent is hh:mm:ss, beyond a day as well', () => {
  expect([0, 3661.9, 360_000].map(hoursMinutesSeconds)).toEqual(['00:00:00', '01:01:01', '100:00:00']);
});

it('what is no date stays as it came', () => expect(localeDate('long ago')).toBe('long ago'));
