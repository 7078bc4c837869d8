import { expect, it } from 'vitest';
import { keysOfText } from '../../typing/rules/keyboard';
import { TypingRun } from '../../typing/rules/TypingRun';
import { LONGEST_OWN, LONGEST_PART, partsOf, typed } from './ownText';

const sentence = (letters: number) => `${'x'.repeat(letters - 1)}.`;

it('a pasted text is one line that can be typed', () => {
  expect(typed(' “One”\r\n\ttwo\u0000 – e\u0301… ')).toBe('"One" two - é...');
  expect(typed('\u1112\u1161\u11ab')).toBe('한');
  expect(typed('\u200eri\u00adver\u2060\ufe0f')).toBe('river');
});

it.each([
  'I ❤️ you',
  'Press 1️⃣ or #️⃣',
  'A family: 👩‍👩‍👧',
  '🇨🇷 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  '👍🏽 👩🏿‍🚀',
  'שלום לכולם',
  'مرحبا',
  'नमस्ते',
  'می‌خواهم',
  // Marks in another order than that of the normalization forms.
  '\u0628\u0651\u064e',
  '\u05d1\u05bc\u05b8',
  'e\u0302\u0323',
])('an own text of %s is typed by inserting its characters, together or one by one', (text) => {
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)];
  for (const parts of [graphemes.map(({ segment }) => segment), [...text]]) {
    const run = new TypingRun(typed(text));
    for (const part of parts) for (const key of keysOfText(part)) run.press(key);
    expect([run.isFinished, run.errors]).toEqual([true, 0]);
  }
});

it.each([
  ['a short text is one part', 'One. Two.', ['One. Two.']],
  ['no text has no parts', '', []],
  [
    'a part ends with a sentence',
    `${sentence(300)} ${sentence(299)} ${sentence(10)}`,
    [`${sentence(300)} ${sentence(299)}`, sentence(10)],
  ],
  [
    'a sentence that does not fit begins the next part',
    `${sentence(300)} ${sentence(301)}`,
    [sentence(300), sentence(301)],
  ],
  ['quotes belong to their sentence', `"${sentence(400)}" ${'y'.repeat(300)}`, [`"${sentence(400)}"`, 'y'.repeat(300)]],
  [
    'a long sentence is divided between words',
    `${'x'.repeat(350)} ${'y'.repeat(350)}.`,
    ['x'.repeat(350), `${'y'.repeat(350)}.`],
  ],
  ['a long word is divided anywhere', 'x'.repeat(700), ['x'.repeat(600), 'x'.repeat(100)]],
  ['characters are counted, not units', '🐦'.repeat(601), ['🐦'.repeat(600), '🐦']],
])('%s', (_, text, parts) => {
  expect(partsOf(text)).toEqual(parts);
});

it('the parts of the longest text have all of its words, and none is too long', () => {
  const text = Array.from({ length: 4000 }, (_, n) => (n % 11 === 10 ? 'end.' : 'word'))
    .join(' ')
    .slice(0, LONGEST_OWN);
  const parts = partsOf(text);
  expect(parts.join(' ')).toBe(text.trim());
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(LONGEST_PART);
  expect(parts.slice(0, -1).every((part) => part.endsWith('.'))).toBe(true);
});
