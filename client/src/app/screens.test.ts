import { expect, it } from 'vitest';
import { screenAt } from './screens';

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
