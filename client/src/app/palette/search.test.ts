import { describe, expect, it } from 'vitest';
import { search } from './search';

const entries = [
  { label: 'Theme', also: 'Tema' },
  { label: 'Theme: Dark', also: 'Tema: Oscuro' },
  { label: 'Tamaño del texto', also: 'Text size' },
  { label: 'Restart with', also: 'Reiniciar con' },
  { label: 'Practice text', also: '' },
];

const found = (query: string) => search(entries, query).map(({ label }) => label);

describe('the palette', () => {
  it.each([
    ['', entries.map(({ label }) => label)],
    ['   ', entries.map(({ label }) => label)],
    ['theme', ['Theme', 'Theme: Dark']],
    ['THEME dark', ['Theme: Dark']],
    ['dark theme', ['Theme: Dark']],
    ['dar', ['Theme: Dark']],
    ['tamano', ['Tamaño del texto']],
    ['oscuro', ['Theme: Dark']],
    ['tex', ['Tamaño del texto', 'Practice text']],
    ['start', ['Restart with']],
    ['xyz', []],
    ['theme xyz', []],
  ])('finds by %j: %j', (query, labels) => {
    expect(found(query)).toEqual(labels);
  });

  it('lists what begins with the word before what only contains it', () => {
    const label = (label: string) => ({ label, also: '' });
    expect(
      search([label('Outline'), label('Show lines'), label('Line width')], 'line').map(({ label }) => label),
    ).toEqual(['Line width', 'Show lines', 'Outline']);
  });
});
