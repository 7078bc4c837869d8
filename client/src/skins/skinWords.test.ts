import { describe, expect, it } from 'vitest';
import { names } from '../../../shared/fixtures/skins.json';
import type { LockedSkin, UnlockRule } from '../net/api';
import { skinHint, skinIn, skinName, skinWords } from './skinWords';

const { en, es } = skinWords;

const locked = (rule: UnlockRule, threshold: number | null): LockedSkin => ({
  name: 'Snowcap',
  filename: 'snowcap',
  description: 'Wine-red, with a white cap.',
  price: null,
  rule,
  threshold,
  hint: 'Do something',
});

describe('the skins in Spanish', () => {
  it('are exactly those that come with the product', () => {
    expect(Object.keys(es.skins).sort()).toEqual(Object.keys(names).sort());
  });

  it('have unique names', () => {
    const names = Object.values(es.skins).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ['wpm', 60, 'Escribe más rápido: llega a 60 ppm en una carrera'],
    ['races', 25, 'Completa y gana más carreras: completa 25'],
    ['wins', 1, 'Completa y gana más carreras: gana 1'],
    ['accuracy', 97.5, 'Mejora tu precisión: un promedio de 97,5\u00a0% en al menos 10 carreras'],
    ['egg', null, 'Busca sorpresas escondidas'],
    ['shop', null, 'Se compra en la tienda'],
  ] as const)('have a hint for the rule %s', (rule, threshold, hint) => {
    expect(skinHint(es, locked(rule, threshold))).toBe(hint);
  });
});

describe('a skin', () => {
  const skin = locked('verified', null);

  it('has its name and description in Spanish', () => {
    expect(skinIn(es, skin)).toEqual({ ...skin, ...es.skins.snowcap });
    expect(skinName(es, 'snowcap')).toBe('Copete de nieve');
  });

  it('that an admin added is shown as the admin typed it', () => {
    const added = { ...skin, filename: 'cloud' };
    expect(skinIn(es, added)).toEqual(added);
    expect([skinName(es, 'cloud'), skinName(es, 'cloud', 'Cloud Bird')]).toEqual(['cloud', 'Cloud Bird']);
  });

  it('of an unknown rule keeps the server’s hint', () => {
    expect(skinHint(es, { ...skin, rule: 'fame' as UnlockRule })).toBe('Do something');
  });

  it('has its name in English, and the server’s words otherwise', () => {
    expect([skinIn(en, skin), skinName(en, 'mountaingem'), skinHint(en, skin)]).toEqual([
      skin,
      'Purple-throated Mountain-gem',
      'Do something',
    ]);
  });
});
