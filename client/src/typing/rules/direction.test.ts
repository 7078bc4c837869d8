import { expect, it } from 'vitest';
import { hasTurned, sidesOf } from './direction';

it.each([
  ['pura vida', 'left', '<<<<<<<<<'],
  ['שלום לכולם', 'right', '>>>>>>>>>>'],
  ['one שתי, שלוש two', 'left', '<<<<>>>>>>>>><<<<'],
  ['שלום to you.', 'right', '>>>>><<<<<<>'],
  ['בשנת 1984 היה', 'right', '>>>>><<<<>>>>'],
  ['مرحبا ١٢', 'right', '>>>>>><<'],
  ['a שָׁ b', 'left', '<<>>><<'],
  ['...', 'right', '>>>'],
] as const)('the characters of %s in a text from the %s begin at %s', (text, base, sides) => {
  expect(
    sidesOf([...text], base)
      .map((side) => (side === 'left' ? '<' : '>'))
      .join(''),
  ).toBe(sides);
});

it.each([
  ['señor, naïve Ω я 漢 🐦 नमस्ते 1', false],
  ['a ש', true],
  ['١', false],
  ['ﷺ', true],
])('%s has letters that run to the left: %s', (text, has) => expect(hasTurned(text)).toBe(has));
