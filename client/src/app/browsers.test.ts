import { expect, it } from 'vitest';
import { browserslist, engines } from '../../package.json';

/** The first versions with the features that the page requires and the build does not replace (from MDN). */
const NEEDED: Record<string, { chrome: number; edge: number; firefox: number; safari: number }> = {
  'new CSSStyleSheet()': { chrome: 73, edge: 79, firefox: 101, safari: 16.4 },
  'AbortSignal.timeout()': { chrome: 103, edge: 103, firefox: 100, safari: 16 },
  'Array.prototype.findLast()': { chrome: 97, edge: 97, firefox: 104, safari: 15.4 },
  'Array.prototype.toSorted()': { chrome: 110, edge: 110, firefox: 115, safari: 16 },
  'Intl.DisplayNames': { chrome: 81, edge: 81, firefox: 86, safari: 14.1 },
  'light-dark()': { chrome: 123, edge: 123, firefox: 120, safari: 17.5 },
  'linear-gradient(in oklch)': { chrome: 111, edge: 111, firefox: 127, safari: 16.2 },
  ':has()': { chrome: 105, edge: 105, firefox: 121, safari: 15.4 },
  lh: { chrome: 109, edge: 109, firefox: 120, safari: 16.4 },
  'new Highlight()': { chrome: 105, edge: 105, firefox: 140, safari: 17.2 },
  dvh: { chrome: 108, edge: 108, firefox: 101, safari: 15.4 },
};

const promised = Object.fromEntries(
  browserslist.split(', ').map((each) => {
    const [browser, , version] = each.split(' ');
    return [browser, Number(version)];
  }),
);

it.each(Object.entries(NEEDED))('every supported browser has %s', (_, needed) => {
  expect(Object.keys(promised)).toEqual(Object.keys(needed));
  for (const [browser, version] of Object.entries(needed)) expect(promised[browser]).toBeGreaterThanOrEqual(version);
});

it('the build targets these browsers and Chrome 104, which keeps scripts out of the page', () => {
  expect(engines.browsers).toBe(`chrome 104, ${browserslist}`);
});
