import { expect, it } from 'vitest';
import { choiceOf, keptOf, modeOf, searchOf, understood } from './choice';

it.each([
  ['', { mode: 'text', length: 'any', language: 'auto' }],
  ['?mode=text&length=short&language=es', { mode: 'text', length: 'short', language: 'es' }],
  ['?mode=words', { mode: 'words', words: '1000', end: '30s', capitals: 'off', punctuation: 'off', numbers: 'off' }],
  ['?mode=words&seconds=120&words=200&punctuation=on', { words: '200', end: '120s', punctuation: 'on' }],
  ['?mode=words&count=25&words=5000', { words: '5000', end: '25' }],
  ['?mode=words&seconds=31&words=12&capitals=yes', { words: '1000', end: '30s', capitals: 'off' }],
  ['?mode=dictation&language=fr', { mode: 'text', language: 'auto' }],
  ['?utm_source=elsewhere', { mode: 'text' }],
])('reads %s', (search, choice) => {
  expect(choiceOf(search)).toMatchObject(choice);
});

it.each([
  '',
  '?mode=weak',
  '?mode=own&language=es',
  '?mode=text&length=long',
  '?mode=words&words=200&seconds=15&capitals=on&punctuation=on&numbers=on',
  '?mode=words&count=25',
])('writes what it reads: %s', (search) => {
  expect(searchOf(choiceOf(search))).toBe(search);
});

it.each([
  '',
  '?mode=text',
  '?mode=words&seconds=60&words=200&capitals=off',
  '?mode=words&count=25',
  '?category=code&length=short&language=es',
  '?mode=weak&utm_source=elsewhere',
])('understands %s as it is', (search) => {
  expect(understood(search)).toBe(search);
});

it.each([
  ['?mode=dictation', '?mode=text'],
  ['?mode=dictation&language=es', '?mode=text&language=es'],
  ['?category=x', '?mode=text'],
  ['?length=', '?mode=text'],
  ['?mode=words&seconds=45', '?mode=words'],
  ['?mode=words&count=7&words=200', '?mode=words&words=200'],
  ['?mode=weak&language=fr', '?mode=weak'],
  ['?mode=weak&capitals=yes&utm_source=elsewhere', '?mode=weak'],
])('understands %s as %s, which is understood as it is', (search, without) => {
  expect(understood(search)).toBe(without);
  expect(understood(without)).toBe(without);
});

it('keeps the parts of other modes', () => {
  const words = choiceOf('?mode=words&count=50&numbers=on');
  const weak = choiceOf('?mode=weak', keptOf(words));
  expect(searchOf(weak)).toBe('?mode=weak');
  expect(searchOf({ ...weak, mode: 'words' })).toBe(searchOf(words));
});

it('a link decides about all parts of its mode', () => {
  const kept = keptOf(choiceOf('?mode=words&count=50&numbers=on'));
  expect(searchOf(choiceOf('?mode=words&seconds=60', kept))).toBe('?mode=words&seconds=60');
});

it.each([
  ['', 'text'],
  ['?mode=words&seconds=15', 'words15s'],
  ['?mode=words&count=100', 'words100'],
  ['?mode=weak', 'weak'],
  ['?mode=own', 'own'],
])('the runs of %s have the mode %s', (search, mode) => {
  expect(modeOf(choiceOf(search))).toBe(mode);
});
