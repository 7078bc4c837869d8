import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadStrings, type Subject, subjects } from '../core/strings';

/** Groups whose texts are chosen by an index, or are all passed to one component. Their types name a missing text. */
const WHOLE = /^(banners|countries|disclaimer|eggs|faults|format|suggestion|terms|types)\.|\.name$/;

const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
const sources = files.filter((file) => /\.tsx?$/.test(file) && !/strings|test/.test(file));

/** Returns the last two names on the way to each text in `value`, such as `race.invite`. */
function names(value: unknown, way: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [way.slice(-2).join('.')];
  return Object.entries(value).flatMap(([name, inner]) => names(inner, [...way, name]));
}

// A button, field or announcement that is forgotten leaves its text behind.
it('every text is used by the page', async () => {
  const strings = await loadStrings('en', Object.keys(subjects) as Subject[]);
  const used = sources.map((file) => readFileSync(`src/${file}`, 'utf8')).join();
  expect(names(strings).filter((name) => !WHOLE.test(name) && !used.includes(name))).toEqual([]);
});
