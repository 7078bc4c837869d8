import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { linksOf, routesIn } from '../scripts/preloads.mjs';
import { screens } from './screens';

const FONTS = [
  'atkinson-hyperlegible-mono.1.woff2',
  'atkinson-hyperlegible-next.2.woff2',
  'bricolage-grotesque.3.woff2',
];

it('every route of the product is found with whether it shows a text to type', () => {
  const routes = routesIn(readFileSync(new URL('screens.ts', import.meta.url), 'utf8'));
  const typed = routes.map(({ pattern, isTyped }) => [pattern, isTyped]);
  expect(typed).toEqual(Object.entries(screens).map(([pattern, { isTyped }]) => [pattern, isTyped ?? false]));
});

it('a page asks for its scripts first, and for no font that it does not show', () => {
  const links = linksOf({ isTyped: false }, ['Home.4.css', 'Home.5.js'], FONTS);
  expect(links.match(/href=[^>]+/g)).toEqual([
    'href=/Home.5.js',
    'href=/Home.4.css',
    'href=/atkinson-hyperlegible-next.2.woff2',
    'href=/bricolage-grotesque.3.woff2',
  ]);
  expect(linksOf({ isTyped: true }, [], FONTS)).toContain(
    'as=font type=font/woff2 crossorigin href=/atkinson-hyperlegible-mono',
  );
});
