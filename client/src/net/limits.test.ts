import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import limits from '../../openapi/limits.json';

/** Fields that no form has, or whose form needs no attribute: it shows a hint, or checks a text as it is typed. */
const OTHERS = ['email', 'code', 'newPassword', 'text', 'time', 'wpm', 'accuracy', 'paymentId', 'payerId', 'image'];

it('every limit of a field is used', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const sources = files.map((file) => readFileSync(`src/${file}`, 'utf8')).join();
  expect(Object.keys(limits).filter((field) => !sources.includes(`limits.${field}`))).toEqual(OTHERS);
});
