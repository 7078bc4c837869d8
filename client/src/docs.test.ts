import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CLIENT = fileURLToPath(new URL('..', import.meta.url));

/** The rows of docs/client.md: what is asked, and which components and tests answer for it. */
const rows = readFileSync(`${CLIENT}../docs/client.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| row |'))
  .map((line) => {
    const [, row = '', components = '', tests = ''] = line.split('|');
    return { row: row.trim(), components: named(components), tests: named(tests) };
  });

/** What stands in code marks. */
function named(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** As the head of the page says: a folder of its own, or a screen's; a browser test, or a path. */
const fileOf = {
  component: (name: string) => (/^(src|art|\.\.)\//.test(name) ? name : `src/scenes/${name}`),
  test: (name: string) => (name.endsWith('.spec.ts') ? `e2e/${name}` : name),
};

it('every row of docs/client.md names a test, and files that there are', () => {
  expect(rows.length).toBeGreaterThan(100);
  for (const { row, components, tests } of rows) {
    expect(tests, row).not.toEqual([]);
    const files = [
      ...components.map(fileOf.component),
      ...tests.filter((name) => !name.startsWith('make ')).map(fileOf.test),
    ];
    expect(
      files.filter((file) => !existsSync(CLIENT + file)),
      row,
    ).toEqual([]);
  }
});

it('every test of the client stands in a row of docs/client.md', () => {
  const all = ['e2e', 'src']
    .flatMap((folder) => readdirSync(CLIENT + folder, { recursive: true }).map((file) => `${folder}/${String(file)}`))
    .filter((file) => /\.(spec|test)\.ts$/.test(file));
  const shown = new Set(rows.flatMap(({ tests }) => tests.map(fileOf.test)));
  // What holds for every row is said above the rows.
  const ofAllRows = ['src/docs.test.ts', 'src/strings/en.test.ts'];
  expect(all.filter((file) => !shown.has(file) && !ofAllRows.includes(file))).toEqual([]);
});
