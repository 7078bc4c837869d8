import { expect, it } from 'vitest';
import { add, type KeptText, nToFetch, show } from './texts';

const texts = (...names: string[]): KeptText[] => names.map((text) => ({ text }));
const many = (n: number) => texts(...Array.from({ length: n }, (_, index) => String(index)));

it.each<[string, number, number]>([
  ['none', 0, 10],
  ['some', 45, 5],
  ['all', 50, 1],
])('with %s of fifty texts, %i, as many are fetched as fill them, at most ten: %i', (_, n, expected) => {
  expect(nToFetch(many(n))).toBe(expected);
});

it('a new text is shown next, and replaces the one that was shown last', () => {
  const kept = add(many(50), { text: 'new' });
  expect([kept.length, kept[0]?.text, kept.at(-1)?.text]).toEqual([50, 'new', '48']);
});

it('a text is kept once', () => {
  expect(add(texts('a', 'b'), { text: 'b' })).toEqual(texts('b', 'a'));
});

it('each text is shown before one is shown again', () => {
  let kept = texts('a', 'b', 'c');
  const seen: (string | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const [shown, rest] = show(kept, null) ?? [];
    seen.push(shown?.text);
    kept = rest ?? [];
  }
  expect(seen).toEqual(['a', 'b', 'c', 'a']);
});

it('a text is in the wanted language, if there is one', () => {
  const kept = [
    { text: 'a', language: 'en' },
    { text: 'á', language: 'es' },
  ];
  expect(show(kept, 'es')?.[0].text).toBe('á');
  expect(show(kept, 'de')?.[0].text).toBe('a');
  expect(show([], 'es')).toBeNull();
});
