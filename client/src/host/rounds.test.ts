import { expect, it } from 'vitest';
import { firstDrafts, isReady, lengthOf, moved, newDraft, roundOf, timeLimitOf } from './rounds';

it('an event can be opened as its form comes', () => {
  const rounds = firstDrafts();
  expect(rounds.every(isReady)).toBe(true);
  expect(rounds.map(roundOf)).toEqual(['short', 'medium', 'medium'].map((size) => ({ kind: 'site', size })));
});

it('each kind of round asks for what it needs', () => {
  const all = { chosen: { id: 7, text: 'one two' }, own: '  “one”\n two ', words: '25' as const };
  expect((['site', 'chosen', 'words', 'own'] as const).map((kind) => roundOf(newDraft({ ...all, kind })))).toEqual([
    { kind: 'site', size: 'medium' },
    { kind: 'chosen', id: 7 },
    { kind: 'words', words: 25 },
    { kind: 'own', text: '"one" two' },
  ]);
});

it.each([
  ['a text that is still to come', newDraft({ kind: 'chosen' }), false],
  ['an own text of one character', newDraft({ kind: 'own', own: ' a ' }), false],
  ['an own text of two characters', newDraft({ kind: 'own', own: 'ab' }), true],
  ['an own text of 2,000 emoji', newDraft({ kind: 'own', own: '🐦'.repeat(2000) }), true],
  ['an own text of more', newDraft({ kind: 'own', own: 'a'.repeat(2001) }), false],
  ['words beside an own text of none', newDraft({ kind: 'words' }), true],
])('a round of %s', (_, draft, expected) => expect(isReady(draft)).toBe(expected));

it('a text that will be typed on one line has the length of that line', () => {
  expect(lengthOf('one\n\n  two')).toBe(7);
});

it.each([
  [2, 60],
  [50, 60],
  [100, 120],
  [500, 600],
  [2000, 600],
])('a text of %i characters has %i seconds', (characters, seconds) => {
  expect(timeLimitOf(characters)).toBe(seconds);
});

it('a round moves by one place', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
});
