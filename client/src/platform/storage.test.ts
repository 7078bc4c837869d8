import { expect, it } from 'vitest';
import { browserStorage } from './storage';

/** A fake of the browser's storage, backed by `entries`. */
function areaOf(entries: Map<string, string>): Storage {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
}

it('values are stored in the browser, each under its own key', () => {
  const entries = new Map<string, string>();
  const storage = browserStorage(() => areaOf(entries));
  storage.set('token', 't');
  expect([storage.get('token'), entries.get('token'), storage.isLasting()]).toEqual(['t', 't', true]);
  storage.remove('token');
  expect([storage.get('token'), entries.size]).toEqual([null, 0]);
});

it('if storage is forbidden, values last as long as the page', () => {
  const storage = browserStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(storage.get('audio')).toBeNull();
  storage.set('audio', 'false');
  expect([storage.get('audio'), storage.isLasting()]).toEqual(['false', false]);
  storage.remove('audio');
  expect(storage.get('audio')).toBeNull();
});

it('if storage is full, the newest value counts', () => {
  const entries = new Map([['theme', 'light']]);
  let isFull = true;
  const storage = browserStorage(() => ({
    ...areaOf(entries),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      entries.set(key, value);
    },
  }));
  storage.set('theme', 'dark');
  expect(storage.get('theme')).toBe('dark');
  isFull = false;
  storage.set('theme', 'light');
  expect([storage.get('theme'), entries.get('theme')]).toEqual(['light', 'light']);
});
