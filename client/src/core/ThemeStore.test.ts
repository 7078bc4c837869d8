import { expect, it } from 'vitest';
import { memoryStorage } from '../platform/storage';
import { ThemeStore } from './ThemeStore';

it('a theme chosen in another window applies here too', () => {
  const storage = memoryStorage();
  const theme = new ThemeStore(storage, false);
  storage.set('theme', 'dark');
  theme.follow();
  expect(theme.theme).toBe('dark');
});

it('an unknown stored theme is ignored', () => {
  expect(new ThemeStore(memoryStorage({ theme: 'pink' }), true).theme).toBe('dark');
});
