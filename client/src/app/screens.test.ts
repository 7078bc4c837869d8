import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { routesIn } from '../../scripts/preloads.mjs';
import { loadStrings, type Subject, subjects } from '../strings';
import { screenAt, screens } from './screens';

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

/** `file` and the modules that it imports statically, directly or indirectly. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type ).*?from '(\.[^']+)';/gms);
  for (const [, path = ''] of imports) {
    const module = ['.ts', '.tsx', '/index.ts'].map((end) => join(dirname(file), path + end)).find(existsSync);
    if (module !== undefined) modulesOf(module, found);
  }
  return found;
}

/** The names of the string groups that `source` uses. */
function shownIn(source: string): string[] {
  const direct = source.matchAll(/\b(?:strings|useStrings\(\))\.(\w+)/g);
  const destructured = source.matchAll(/const \{([^}]*)\} = (?:strings|useStrings\(\));/g);
  return [...direct, ...destructured].flatMap(([, names = '']) => names.match(/\w+/g) ?? []);
}

const routes = routesIn(readFileSync(join(import.meta.dirname, 'screens.ts'), 'utf8'));

it.each([{ pattern: 'every page', module: 'app/main' }, ...routes])(
  'the components of $pattern use only texts that are loaded with them',
  async ({ pattern, module }) => {
    const catalog = Object.keys(await loadStrings('en', Object.keys(subjects) as Subject[]));
    const loaded = Object.keys(await loadStrings('en', screens[pattern]?.words ?? []));
    const components = [...modulesOf(join(import.meta.dirname, '..', `${module}.tsx`))].filter((file) =>
      file.endsWith('x'),
    );
    const shown = components.flatMap((file) => shownIn(readFileSync(file, 'utf8')));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((part) => catalog.includes(part) && !loaded.includes(part))).toEqual([]);
  },
);
