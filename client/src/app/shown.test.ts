import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { components, paths } from '../../../shared/fixtures/openapi.json';
import { server } from '../../../shared/fixtures/wire.json';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' });

/** The sources whose path matches. */
const sources = (paths: RegExp) =>
  files
    .filter((file) => paths.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n');

/** The pattern of a read of a field of `racer`. */
const readsOf = (field: string) =>
  new RegExp(`racer\\.(participant\\.)?${field}\\b|{[^}]*\\b${field}\\b[^}]*} = racer`);

it.each(Object.keys(components.schemas.Profile.properties))('the profile shows %s', (field) => {
  expect(sources(/^profile\/Profile.*\.tsx$/)).toMatch(readsOf(field));
});

it.each(Object.keys(Object.fromEntries(server).join))('a lane shows %s', (field) => {
  expect(sources(/^race\/Lanes\.tsx$/)).toMatch(readsOf(field));
});

it.each(Object.keys(paths))('the page makes the call %s', (path) => {
  expect(sources(/^(?!.*\.test\.).*\.tsx?$/)).toContain(`'${path}'`);
});

it('every store is read outside of stores and of the control of preferences', () => {
  const stores = [...sources(/\/RootStore\.ts$/).matchAll(/readonly (\w+): \w+Store;/g)].map(([, store]) => store);
  const readers = sources(/^(?!app\/shell\/Preferences|.*(Store|\.test)\.).*\.tsx?$/);
  expect(stores).toContain('settings');
  expect(stores.filter((store) => !new RegExp(`(?<!strings\\.)\\b${store}\\.\\w`).test(readers))).toEqual([]);
});
