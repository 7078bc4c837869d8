import { expect, it } from 'vitest';
import addresses from '../../../shared/fixtures/addresses.json';
import { linksOf } from '../../scripts/preloads.mjs';
import { addressOf, routeAt } from './routes';

it('a page preloads its scripts before its styles', () => {
  const links = linksOf(['Home.4.css', 'Home.5.js', 'Home.6.js']);
  expect(links).toBe(
    '<link rel=modulepreload href=/Home.5.js><link rel=modulepreload href=/Home.6.js><link rel=preload as=style href=/Home.4.css>',
  );
});

it.each(addresses)('$path is the address $address of $pattern', ({ path, pattern, address }) => {
  expect([routeAt(path)?.pattern, addressOf(path)]).toEqual([pattern, address]);
});
