import { expect, it } from 'vitest';
import { PaletteStore } from './PaletteStore';

it('the palette closes when a race is typed, and does not open until it is over', () => {
  const palette = new PaletteStore();
  palette.open();
  const unblock = palette.block();
  expect(palette.isOpen).toBe(false);
  palette.open();
  expect(palette.isOpen).toBe(false);
  unblock();
  palette.open();
  expect(palette.isOpen).toBe(true);
});
