import { readFileSync, writeFileSync } from 'node:fs';

export const read = (path) => readFileSync(path, 'utf8');

/** Writes a generated file. With `--check`, throws if it is out of date. */
export function generated(path, text) {
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (read(path) !== text) throw new Error(`${path} is not up to date; run \`make generate\``);
}
