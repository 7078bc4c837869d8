import { expect, it } from 'vitest';
import { linksOf } from '../../scripts/preloads.mjs';
import { routeAt } from './routes';

it('a page preloads its scripts before its styles', () => {
  const links = linksOf(['Home.4.css', 'Home.5.js', 'Home.6.js']);
  expect(links).toBe(
    '<link rel=modulepreload href=/Home.5.js><link rel=modulepreload href=/Home.6.js><link rel=preload as=style href=/Home.4.css>',
  );
});

it.each([
  ['/', 'Home'],
  ['/singleplayer', 'Practice'],
  ['/singleplayer/', 'Practice'],
  ['/multiplayer/k3f9wq2m/', 'RaceScreen'],
  ['/user/ana', 'Profile'],
  ['/today', 'Today'],
  ['/account/login', 'Login'],
  ['/multiplayer', 'NotFound'],
  ['/nothing/at/all', 'NotFound'],
])('the screen of %s is %s', (path, id) => {
  expect(routeAt(path)?.id).toBe(id);
});
