import { expect, it } from 'vitest';
import { add, type KeptText, nToFetch, show } from './texts';

const texts = (...names: string[]): KeptText[] => names.map((text) => ({ text, language: 'en' }));
const many = (n: number) => texts(...Array.from({ length: n }, (_, index) => String(index)));

it.each<[string, number, number]>([
  ['none', 0, 10],
  ['some', 45, 5],
  ['all', 50, 1],
])('with %s of fifty texts, %i, as many are fetched as fill them, at most ten: %i', (_, n, expected) => {
  expect(nToFetch(many(n), 'en')).toBe(expected);
});

it('texts in another language are fetched as if there were none', () => {
  expect(nToFetch(many(50), 'es')).toBe(10);
});

it('a new text is shown next, and replaces the one that was shown last', () => {
  const kept = add(many(50), { text: 'new', language: 'en' });
  expect([kept.length, kept[0]?.text, kept.at(-1)?.text]).toEqual([50, 'new', '48']);
});

it('a text is kept once', () => {
  expect(add(texts('a', 'b'), { text: 'b', language: 'en' })).toEqual(texts('b', 'a'));
});

it('each text is shown before one is shown again', () => {
  let kept = texts('a', 'b', 'c');
  const seen: (string | undefined)[] = [];
  for (let n = 0; n < 4; n += 1) {
    const [shown, rest] = show(kept, 'en', null) ?? [];
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
  expect(show(kept, 'es', null)?.[0].text).toBe('á');
  expect(show(kept, 'de', null)?.[0].text).toBe('a');
  expect(show([], 'es', null)).toBeNull();
});

it('a text is another one than the one just typed, while there is one', () => {
  const kept = [
    { id: 1, text: 'a', language: 'en' },
    { id: 2, text: 'b', language: 'es' },
  ];
  expect(show(kept, 'en', null, '1')?.[0].text).toBe('b');
  expect(show(kept.slice(0, 1), 'en', null, '1')?.[0].text).toBe('a');
});

it.each([
  ['short', 119],
  ['medium', 120],
  ['medium', 300],
  ['long', 301],
])('a text is of the wanted length if there is one: %s with %i characters', (length, characters) => {
  const kept = texts('é'.repeat(characters));
  const others = texts('any', 'x'.repeat(200), 'x'.repeat(400));
  expect(show([...others, ...kept], 'en', length)?.[0].text).toHaveLength(
    { short: 3, medium: 200, long: 400 }[length] ?? 0,
  );
  expect(show([...kept, ...others], 'en', length)?.[0]).toBe(kept[0]);
});
