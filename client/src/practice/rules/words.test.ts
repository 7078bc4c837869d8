import { expect, it } from 'vitest';
import { seeded } from './testing';
import { drawWords, textOfWords } from './words';

const WORDS = ['colibri', 'flower', 'rain', 'wing'];
const plain = { capitals: false, punctuation: false, numbers: false };
const many = drawWords(WORDS, 2000, seeded(1));

it('draws as many words as asked for, each about as often, and never one twice in a row', () => {
  for (const word of WORDS) expect(many.filter((each) => each === word).length).toBeGreaterThan(400);
  expect(many.filter((word, index) => word === many[index - 1])).toEqual([]);
});

it('a single word is repeated, and no words are no text', () => {
  expect(drawWords(['a'], 3, seeded(1))).toEqual(['a', 'a', 'a']);
  expect(drawWords([], 3, seeded(1))).toEqual([]);
});

it('words without marks are separated by spaces', () => {
  expect(textOfWords(['one', 'two'], plain, 'en', seeded(1))).toBe('one two');
});

it('with numbers, a word in ten is one of up to four digits', () => {
  const words = textOfWords(many, { ...plain, numbers: true }, 'en', seeded(2)).split(' ');
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word));
  expect(words.length).toBe(many.length);
  expect(numbers.length / words.length).toBeCloseTo(0.1, 1);
});

it('with capitals, some words have one', () => {
  const words = textOfWords(many, { ...plain, capitals: true }, 'en', seeded(3)).split(' ');
  expect(words.filter((word) => /^[A-Z][a-z]+$/.test(word)).length / words.length).toBeCloseTo(0.25, 1);
});

it.each(['en', 'es'] as const)('with punctuation, words in %s are sentences', (language) => {
  const text = textOfWords(many, { ...plain, punctuation: true, capitals: true }, language, seeded(4));
  expect(
    text
      .replace(/[^\p{L} ]/gu, '')
      .toLowerCase()
      .split(' '),
  ).toEqual(many);
  const sentences = text.match(/[^.?!]+[.?!]+"?/g) ?? [];
  for (const sentence of sentences) expect(sentence.trim()).toMatch(/^["¿¡]?[A-Z][a-z]*,?( [a-z]+,?)*"?[.?!]"?$/);
  expect(sentences.length).toBeGreaterThan(100);
  expect(text.includes('¿') && text.includes('¡')).toBe(language === 'es');
});

it('punctuation alone changes no letter', () => {
  const text = textOfWords(many, { ...plain, punctuation: true }, 'en', seeded(5));
  expect(text).toBe(text.toLowerCase());
});
