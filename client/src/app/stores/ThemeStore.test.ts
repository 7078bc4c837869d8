import { expect, it } from 'vitest';
import { memoryStorage } from '../../platform/storage';
import { ThemeStore } from './ThemeStore';

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
