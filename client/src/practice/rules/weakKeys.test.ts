import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Language } from '../../core/text';
import { BACKSPACE, type TimedKey } from '../../typing/rules/TypingRun';
import { figuresOf, type KeyMemory, remember } from './KeyMemory';
import { seeded } from './testing';
import { drawWeak, type KnownKey, weakest, weightsOf } from './weakKeys';
import type { Random } from './words';

const key = (key: string, typed: number, missed: number, medianMs: number | null): KnownKey => ({
  key,
  typed,
  missed,
  medianMs,
});

/** A user with plain keys, and one of the given kind. */
const withKey = (one: KnownKey) => weightsOf([...[...'etaoin'].map((each) => key(each, 300, 6, 150)), one]);

it('a key as good as the others has no weight', () => {
  expect(withKey(key('r', 300, 6, 150)).get('r')).toBeLessThan(0.03);
  expect(withKey(key('r', 300, 0, 120)).get('r')).toBe(0);
});

it('a key weighs more the slower it is, and the more often it is missed', () => {
  const weightOf = (missed: number, medianMs: number) => withKey(key('r', 300, missed, medianMs)).get('r') ?? 0;
  expect(weightOf(6, 200)).toBeGreaterThan(weightOf(6, 170));
  expect(weightOf(30, 150)).toBeGreaterThan(weightOf(12, 150));
  expect(weightOf(30, 200)).toBeGreaterThan(weightOf(30, 150));
});

it('a rarely typed key counts as one of the others, whatever its few figures say', () => {
  expect(withKey(key('q', 1, 1, 600)).get('q')).toBeLessThan(0.8);
  expect(withKey(key('q', 100, 100, 600)).get('q')).toBeGreaterThan(3);
});

it('without figures all texts are drawn', () => {
  const drawn = drawWeak(['ab', 'cd', 'ef'], [], 300, seeded(1));
  for (const text of ['ab', 'cd', 'ef']) expect(drawn.filter((each) => each === text).length).toBeGreaterThan(60);
});

it('texts with weak keys come back sooner, and the others come, too', () => {
  const figures = [...[...'etaoin'].map((each) => key(each, 300, 6, 150)), key('q', 100, 20, 250)];
  const drawn = drawWeak(['tea', 'note', 'quit', 'ion'], figures, 400, seeded(2));
  const timesOf = (text: string) => drawn.filter((each) => each === text).length;
  expect(timesOf('quit')).toBeGreaterThan(timesOf('tea') + timesOf('note'));
  expect(timesOf('tea')).toBeGreaterThan(0);
});

/** The words of texts for weak keys, the most frequent ones of a language. */
const wordsOf = (language: Language) =>
  readFileSync(`../api/src/words/${language}.txt`, 'utf8').trim().split('\n').slice(0, 2000);

/** Keys as someone types `text` who is slow at the `weak` keys, and misses them more often: with a chance of `missed`. */
function typedBy(weak: readonly string[], text: string, random: Random, missed = 0.15, slowness = 1.6): TimedKey[] {
  let ms = 0;
  const wait = (key: string) => {
    // The sum of four is close to a normal distribution; a deviation is a quarter of the time.
    const spread = 1 + (random() + random() + random() + random() - 2) * 0.43;
    ms += Math.round(170 * spread * (weak.includes(key) ? slowness : 1));
    return ms;
  };
  return [...text].flatMap((key) => {
    const isMissed = random() < (weak.includes(key) ? missed : 0.03);
    const keys = isMissed ? ['#', BACKSPACE, key] : [key];
    return keys.map((pressed) => ({ key: pressed, ms: wait(key) }));
  });
}

it('finds three weak keys of a typist within ten runs', () => {
  const SEEDS = 100;
  const words = wordsOf('en');
  const found = Array.from({ length: SEEDS }, (_, seed) => {
    const random = seeded(seed);
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const weak = [1, 2, 3].flatMap(() => letters.splice(Math.floor(random() * letters.length), 1));
    let memory: KeyMemory = [];
    for (let run = 0; run < 10; run += 1) {
      const text = drawWeak(words, figuresOf(memory), 40, random).join(' ');
      memory = remember(memory, text, typedBy(weak, text, random));
    }
    return weakest(figuresOf(memory), 3).sort().join() === weak.sort().join();
  });
  expect(found.filter(Boolean).length / SEEDS).toBeGreaterThan(0.95);
}, 60_000);

it.each<[Language, string]>([
  ['en', "qzjx'I"],
  ['es', 'qzxúñwk'],
])('in %s, most words have a key that is shown as weak, though others were never typed', (language, rare) => {
  const words = wordsOf(language);
  const known = [...new Set(words.join(''))].filter((letter) => !rare.includes(letter));
  const figures = known.map((letter) => ('vgc'.includes(letter) ? key(letter, 60, 5, 200) : key(letter, 60, 1, 150)));
  expect(weakest(figures, 8).sort()).toEqual(['c', 'g', 'v']);
  const drawn = drawWeak(words, figures, 4000, seeded(3));
  const shareWith = (letters: string, of: readonly string[]) =>
    of.filter((word) => [...letters].some((letter) => word.includes(letter))).length / of.length;
  expect(shareWith('vgc', drawn)).toBeGreaterThan(0.5);
  expect(shareWith(rare, drawn)).toBeLessThan(0.4);
});

/** The share of a key among the letters of a text. */
const shareOf = (key: string, text: string) => {
  const letters = [...text].filter((letter) => letter !== ' ');
  return letters.filter((letter) => letter === key).length / letters.length;
};

// Not the most frequent vowels, of which a language has no words with twice as many.
it.each<[Language, string]>([
  ['en', 'tnlpgvkq'],
  ['es', 'ndlgbhñú'],
])(
  'in %s, a key missed half of the time comes twice as often after two texts: %s',
  (language, letters) => {
    const SEEDS = 20;
    const words = wordsOf(language);
    for (const key of letters) {
      const shares = Array.from({ length: SEEDS }, (_, seed) => {
        const random = seeded(seed);
        const next = (memory: KeyMemory) => drawWeak(words, figuresOf(memory), 40, random).join(' ');
        const afterOne = (memory: KeyMemory) => {
          const text = next(memory);
          return remember(memory, text, typedBy([key], text, random, 0.5, 1));
        };
        return shareOf(key, next(afterOne(afterOne([]))));
      });
      const average = shares.reduce((sum, share) => sum + share, 0) / SEEDS;
      expect(average / shareOf(key, words.join(' ')), key).toBeGreaterThan(2);
    }
  },
  120_000,
);
