import { expect, it } from 'vitest';
import { screenAt, screens } from './screens';

it.each([
  ['/', 'Home'],
  ['/singleplayer', 'Singleplayer'],
  ['/singleplayer/', 'Singleplayer'],
  ['/multiplayer/k3f9wq2m/', 'Multiplayer'],
  ['/user/ana', 'Profile'],
  ['/account/login', 'Login'],
  ['/multiplayer', 'NotFound'],
  ['/nothing/at/all', 'NotFound'],
])('the screen of %s is %s', (path, id) => {
  expect(screenAt(path)?.id).toBe(id);
});

it('no two routes share a name by which a missing script is told', () => {
  const ids = Object.values(screens).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
