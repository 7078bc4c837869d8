/**
 * `scripts/attacks COLIBRI [NAME...]`: attacks that once took a site down or a race over, each on a site of its own with the
 * limits that a site has. An attack prints its figures, and fails if the site breaks a promise.
 *
 * An attack is a file of this folder, named for what it attacks:
 *
 *   export const title = 'what a stranger tries';
 *   export const shape = 'one';            // see SHAPES in ../runner/site.mjs; 'one' if left out
 *   export const nUsers = 3;               // verified users with tokens; 0 if left out
 *   export const settings = {};            // settings of the site, added to those below
 *   export const openFiles = 1024;         // the files that the site may have open; as many as this process if left out
 *   export async function attack({ site, users, memory, figure, check }) {}
 *
 * `users` are {username, token}; `memory()` is the server's own anonymous memory in bytes; `figure(name, value)` prints a
 * figure; `check(isKept, promise)` counts a promise as kept or broken.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { usage } from '../runner/processes.mjs';
import { startSite } from '../runner/site.mjs';

/** Unlike load tests, attacks meet the limits that every site has. */
const AS_SERVED = { COLIBRI_RATE_LIMITS: 'on', COLIBRI_CONNECTIONS_PER_ADDRESS: '1000' };
const NOT_ATTACKS = ['run.mjs', 'client.mjs', 'racer.mjs'];

const [, , colibri, ...wanted] = process.argv;
const folder = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs') && !NOT_ATTACKS.includes(file))
  .map((file) => file.replace('.mjs', ''))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();

const outcome = { passed: 0, failed: 0 };
for (const name of names) await run(name, await import(`./${name}.mjs`));
console.log(`attacks: ${outcome.passed} passed, ${outcome.failed} failed`);
process.exitCode = outcome.failed === 0 && outcome.passed > 0 ? 0 : 1;

async function run(name, { title, shape = 'one', nUsers = 0, settings = {}, openFiles, attack }) {
  console.log(`\n${name}: ${title}`);
  const check = (isKept, promise) => {
    outcome[isKept ? 'passed' : 'failed'] += 1;
    console.log(`  ${isKept ? 'ok  ' : 'FAIL'} ${promise}`);
  };
  const figure = (what, value) => console.log(`       ${what}: ${value}`);
  const program = openFiles === undefined ? path.resolve(colibri) : limited(path.resolve(colibri), openFiles);
  const site = await startSite({
    colibri: program,
    shape,
    nUsers,
    settings: { ...AS_SERVED, ...settings },
  });
  const users = readFileSync(site.users, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const memory = (process = site.home) => usage(site.processes.get(process).pid).memory;
  try {
    await attack({ site, users, memory, figure, check });
  } catch (error) {
    check(false, `the attack runs to its end: ${error.stack}`);
  } finally {
    await site.stop();
    if (openFiles !== undefined) rmSync(path.dirname(program), { recursive: true });
  }
}

/** Writes a script that runs the program with fewer open files, and returns its path. */
function limited(program, openFiles) {
  const script = path.join(mkdtempSync(path.join(tmpdir(), 'colibri-attack-')), 'colibri');
  writeFileSync(script, `#!/bin/sh\nulimit -n ${openFiles}\nexec '${program}' "$@"\n`, { mode: 0o755 });
  return script;
}
