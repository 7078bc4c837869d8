import { describe, expect, it } from 'vitest';
import cases from '../../../../shared/fixtures/typeable.json';
import { shownCharacter } from '../../core/characters';
import { LONGEST_TEXT, SHORTEST_TEXT, typeable } from './typeable';

describe('a pasted text', () => {
  it.each(cases.pasted)('$pasted is typed as $typed', ({ pasted, typed }) => {
    const once = typeable(pasted);
    expect([once.characters.join(''), once.untypeable]).toEqual([typed, []]);
    expect(typeable(typed)).toEqual(once);
  });

  it.each(cases.untypeable)('names $shown, which no keyboard has', ({ character, shown }) => {
    const { untypeable, isText } = typeable(`${character} ${character} ${'a'.repeat(SHORTEST_TEXT)}`);
    expect([untypeable, isText]).toEqual([[character], false]);
    expect(shownCharacter(character)).toBe(shown);
  });

  it('has the length limits of the server', () => {
    expect([SHORTEST_TEXT, LONGEST_TEXT]).toEqual([cases.shortest, cases.longest]);
  });

  it.each([
    [59, false],
    [60, true],
    [600, true],
    [601, false],
  ])('with %i characters when it is typed is a text: %s', (length, isText) => {
    const { characters, ...rest } = typeable(`  ${'e\u0301'.repeat(length)}\n`);
    expect([characters.length, rest.isText]).toEqual([length, isText]);
  });

  it('may consist of spaces only', () => {
    expect(typeable(' \n ')).toEqual({ characters: [], untypeable: [], isText: false });
  });
});
