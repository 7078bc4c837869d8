import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import limits from '../../openapi/limits.json';

/** Fields that no form has, or whose form checks them in another way: a text by its typed form, an email by its type. */
const OTHERS = ['email', 'code', 'newPassword', 'text', 'time', 'wpm', 'accuracy', 'paymentId', 'payerId', 'image'];

it('every form has the limits of the api', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const sources = files.map((file) => readFileSync(`src/${file}`, 'utf8')).join();
  expect(Object.keys(limits).filter((field) => !sources.includes(`limits.${field}`))).toEqual(OTHERS);
});
