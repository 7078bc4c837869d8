/** Processes that the runner starts, and their use of CPU and memory, from proc(5) of Linux. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { createInterface } from 'node:readline';

/** The clock ticks per second in which the kernel counts CPU time, the same on every current Linux. */
const TICKS_PER_SECOND = 100;
/** The time after which a process that does not stop is killed. */
const STOP_MS = 20_000;

/**
 * Starts a program, and waits until it writes a line that matches `ready`.
 *
 * @param {string[]} command
 * @param {{env: Record<string, string>, ready: RegExp, log: (line: string) => void}} how
 * @returns {Promise<{pid: number, found: RegExpExecArray, stop: (signal?: string) => Promise<void>}>}
 */
export async function start([program, ...args], { env, ready, log }) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'exit');
  const lines = [];
  const found = await new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`${program}: ${error.message}`)));
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${lines.join('\n')}`)));
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        log(line);
        lines.push(line);
        if (lines.length > 50) lines.shift();
        const match = ready.exec(line);
        if (match) resolve(match);
      });
  });
  const stop = async (signal = 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(timeout);
  };
  return { pid: child.pid, found, stop };
}

/** Finds a free port below those of outgoing connections. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = net.createServer();
    try {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return port;
    } catch {
      // The port is in use.
    }
  }
}

/** Measures the CPU seconds, those of them in the kernel, and the bytes of memory of a process: all are 0 once it has ended. */
export function usage(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain any character; the third field follows it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number) => Number(fields[number - 3]);
    // Shared memory, such as Postgres's buffers, would count once for each process.
    const [, kibibytes = 0] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const [own, kernel] = [field(14) / TICKS_PER_SECOND, field(15) / TICKS_PER_SECOND];
    return { cpu: own + kernel, kernel, memory: kibibytes * 1024 };
  } catch {
    return { cpu: 0, kernel: 0, memory: 0 };
  }
}
