import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { linksOf, routesIn } from '../../scripts/preloads.mjs';
import { screenAt, screens } from './screens';

it('every route is found with the module of its screen', () => {
  const routes = routesIn(readFileSync(new URL('screens.ts', import.meta.url), 'utf8'));
  expect(routes.map(({ pattern }) => pattern)).toEqual(Object.keys(screens));
  expect(routes).toContainEqual({ pattern: '/singleplayer', module: 'practice/Practice' });
});

it('a page preloads its scripts before its styles', () => {
  const links = linksOf(['Home.4.css', 'Home.5.js', 'Home.6.js']);
  expect(links).toBe(
    '<link rel=modulepreload href=/Home.5.js><link rel=modulepreload href=/Home.6.js><link rel=preload as=style href=/Home.4.css>',
  );
});

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
