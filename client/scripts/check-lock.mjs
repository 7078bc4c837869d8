/**
 * Fails when package-lock.json no longer matches package.json.
 *
 * `npm ci` would say so as well, but it also refuses a lock file that lacks the optional packages of platforms for which the
 * registry in use has none.
 */
import { readFile } from 'node:fs/promises';

const read = async (name) => JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));
const [manifest, lock] = await Promise.all([read('package.json'), read('package-lock.json')]);

const drifted = ['dependencies', 'devDependencies'].flatMap((kind) => {
  const wanted = manifest[kind];
  const names = new Set([...Object.keys(wanted), ...Object.keys(lock.packages[''][kind])]);
  // Versions in package.json are exact, so the locked one is the same string.
  return [...names].filter((name) => wanted[name] !== lock.packages[`node_modules/${name}`]?.version);
});
if (drifted.length > 0) {
  console.error(`package-lock.json does not match package.json: ${drifted.join(', ')}; run npm install`);
  process.exit(1);
}
