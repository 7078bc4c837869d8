import { describe, expect, it } from 'vitest';
import { cases, longestOfRace } from '../../../../shared/fixtures/key-log.json';
import { LONGEST_OF_RACE, logOf } from './keyLog';
import type { TimedKey } from './TypingRun';

const hex = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

describe('the log of a run', () => {
  it('is kept up to the same length as on the server', () => expect(LONGEST_OF_RACE).toBe(longestOfRace));

  it.each(cases)('$name', ({ text, keystrokes, times, log }) => {
    const keys = [...keystrokes].map((key, index) => ({ key, ms: times[index] ?? null }));
    expect(hex((logOf(text, keys) ?? []).flat())).toBe(log);
    // So a piece of it can be sent before the run is over.
    for (const n of keys.keys()) expect(logOf(text, keys)?.slice(0, n)).toEqual(logOf(text, keys.slice(0, n)));
  });

  it('has whole milliseconds whose roundings do not add up', () => {
    const keys: TimedKey[] = [0.4, 0.8, 1.2, 1.6].map((ms) => ({ key: 'a', ms }));
    expect(logOf('aaaa', keys)).toEqual([[0], [2], [0], [2]]);
  });

  it('has no key before the last one, even if the start was corrected in between', () => {
    const at = (times: number[]): TimedKey[] => times.map((ms) => ({ key: 'a', ms }));
    expect(logOf('aaa', at([400, 100, 500]))).toEqual(logOf('aaa', at([400, 400, 500])));
  });

  it('is unknown if the time of a key is', () => {
    expect(
      logOf('ab', [
        { key: 'a', ms: 1 },
        { key: 'b', ms: null },
      ]),
    ).toBeNull();
  });
});
