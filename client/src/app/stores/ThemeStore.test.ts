import { expect, it } from 'vitest';
import { memoryStorage } from '../../platform/storage';
import { ThemeStore } from './ThemeStore';

it('colours are the system’s until the visitor chooses, and again when they choose that', () => {
  const storage = memoryStorage();
  const theme = new ThemeStore(storage, false);
  theme.followSystem(true);
  expect([theme.theme, theme.chosen]).toEqual(['dark', null]);
  theme.toggle();
  expect([theme.theme, theme.chosen, storage.get('theme')]).toEqual(['light', 'light', 'light']);
  expect(new ThemeStore(storage, true).theme).toBe('light');
  theme.choose(null);
  expect([theme.theme, storage.get('theme')]).toEqual(['dark', null]);
});

it('colours that another window chose are worn here too', () => {
  const storage = memoryStorage();
  const theme = new ThemeStore(storage, false);
  storage.set('theme', 'dark');
  theme.follow();
  expect(theme.theme).toBe('dark');
});

it('a stored colour that does not exist is none', () => {
  expect(new ThemeStore(memoryStorage({ theme: 'pink' }), true).theme).toBe('dark');
});
