import { expect, it } from 'vitest';
import { BACKSPACE, type TimedKey } from '../../typing/rules/TypingRun';
import { figuresOf, type KeyMemory, remember } from './KeyMemory';

/** One key every `everyMs`. */
const evenly = (keys: Iterable<string>, everyMs: number): TimedKey[] =>
  [...keys].map((key, index) => ({ key, ms: index * everyMs }));

const figureOf = (memory: KeyMemory, key: string) => figuresOf(memory).find((each) => each.key === key);

it('counts the presses of the key that was wanted, its misses, and its median time', () => {
  const memory = remember([], 'aba', evenly(['a', 'x', BACKSPACE, 'b', 'a'], 150));
  expect(figuresOf(memory)).toEqual([
    { key: 'b', typed: 2, missed: 1, medianMs: 150 },
    { key: 'a', typed: 2, missed: 0, medianMs: 150 },
  ]);
});

it('adds the keys of later runs', () => {
  const once = remember([], 'ab', evenly('ab', 100));
  expect(figureOf(remember(once, 'ab', evenly('ab', 200)), 'b')).toEqual({
    key: 'b',
    typed: 2,
    missed: 0,
    medianMs: 200,
  });
  expect(figureOf(once, 'b')?.typed).toBe(1);
});

it('the first key and pauses have no time', () => {
  const memory = remember([], 'abc', [
    { key: 'a', ms: 0 },
    { key: 'b', ms: 2500 },
    { key: 'c', ms: 2600 },
  ]);
  expect(['a', 'b', 'c'].map((key) => figureOf(memory, key)?.medianMs)).toEqual([null, null, 100]);
});

it('a letter whose accent is a key of its own is one press', () => {
  expect(figureOf(remember([], 'é', evenly(['e', '\u0301'], 100)), 'é')).toMatchObject({ typed: 1, missed: 0 });
});

it('the memory of a key follows the typist', () => {
  let memory: KeyMemory = [];
  const text = 'ab'.repeat(100);
  memory = remember(
    memory,
    text,
    evenly(
      [...text].flatMap((key) => (key === 'b' ? ['x', BACKSPACE, key] : key)),
      300,
    ),
  );
  const before = figureOf(memory, 'b');
  for (let run = 0; run < 5; run += 1) memory = remember(memory, text, evenly(text, 100));
  expect(before?.medianMs).toBe(300);
  expect(figureOf(memory, 'b')).toMatchObject({ medianMs: 100 });
  expect(figureOf(memory, 'b')?.missed).toBeLessThan(10);
});

it('is small, whatever was typed', () => {
  const letters = Array.from({ length: 500 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  let memory: KeyMemory = [];
  for (let run = 0; run < 40; run += 1) memory = remember(memory, letters, evenly(letters, 1234));
  expect(memory).toHaveLength(200);
  expect(JSON.stringify(memory).length).toBeLessThan(40_000);
});

it('goes on to learn after the most keys, and forgets those that were typed longest ago', () => {
  const others = Array.from({ length: 199 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  const full = remember(remember([], 'a7', evenly('a7', 100)), others, evenly(others, 100));
  const memory = remember(full, 'eñ', evenly('eñ', 250));
  expect(memory).toHaveLength(200);
  expect(['a', '7', '\u4e00', 'e', 'ñ'].map((key) => figureOf(memory, key)?.typed)).toEqual([
    undefined,
    undefined,
    undefined,
    1,
    1,
  ]);
  const used = remember(remember(full, '7', evenly('7', 100)), 'eñ', evenly('eñ', 250));
  expect(figureOf(used, '7')?.typed).toBe(2);
});
