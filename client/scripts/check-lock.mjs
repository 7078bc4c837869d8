/**
 * Fails when a package-lock.json no longer matches its package.json.
 *
 * `npm ci` would also do this, but it refuses a lock file without the optional packages of platforms that the registry
 * in use lacks.
 */
import { readFile } from 'node:fs/promises';

const read = async (name) => JSON.parse(await readFile(new URL(`../${name}`, import.meta.url), 'utf8'));

for (const folder of ['', 'openapi/']) {
  const [manifest, lock] = await Promise.all([read(`${folder}package.json`), read(`${folder}package-lock.json`)]);
  const drifted = ['dependencies', 'devDependencies'].flatMap((kind) => {
    const wanted = manifest[kind] ?? {};
    const names = new Set([...Object.keys(wanted), ...Object.keys(lock.packages[''][kind] ?? {})]);
    // Versions in package.json are exact, so the locked one is the same string.
    return [...names].filter((name) => wanted[name] !== lock.packages[`node_modules/${name}`]?.version);
  });
  if (drifted.length > 0) {
    console.error(`${folder}package-lock.json does not match package.json: ${drifted.join(', ')}; run npm install`);
    process.exitCode = 1;
  }
}
