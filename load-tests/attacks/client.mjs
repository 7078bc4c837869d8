/** The requests of attackers and of the users beside them. */

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const { io } = createRequire(new URL('../../client/package.json', import.meta.url))('socket.io-client');

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a request, by default from 127.0.0.1; every address of 127.0.0.0/8 counts as a visitor of its own.
 *
 * @param {string} url
 * @param {{method?: string, body?: string, headers?: Record<string, string>, from?: string, agent?: http.Agent}} [how]
 * @returns {Promise<{status: number, text: string, ms: number}>} `status` is 0 if the server closed the connection.
 */
export function send(url, { method = 'GET', body, headers = {}, from, agent = false } = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status, text) => resolve({ status, text, ms: performance.now() - began });
    const request = http.request(url, { method, headers, localAddress: from, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => end(answer.statusCode, text));
      answer.on('error', () => end(0, text));
    });
    request.on('error', () => end(0, ''));
    request.end(body);
  });
}

/** Makes a call of the api, from the address `from`. */
export const call = (site, path, payload, from) =>
  send(`${site.base}/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'Content-Type': 'application/json' },
    from,
  });

/** Counts answers by status: `{ 200: 14, 503: 5 }`. */
export function byStatus(answers) {
  const counts = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/** The median and the worst of some times, in whole milliseconds. */
export function times(answers) {
  const sorted = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  return { median: Math.round(sorted[sorted.length >> 1] ?? 0), worst: Math.round(sorted.at(-1) ?? 0) };
}

/** A user who makes a call every 250 ms while `attack` runs, from an address of their own. Returns the answers. */
export async function beside(site, { token }, attack) {
  const answers = [];
  let isOver = false;
  const user = (async () => {
    while (!isOver) {
      answers.push(await call(site, 'isloggedin', { token }, '127.1.0.1'));
      await pause(250);
    }
  })();
  try {
    await attack();
  } finally {
    isOver = true;
    await user;
  }
  return answers;
}

/** Prints how the user beside an attack was answered, and checks that the attack did not keep them from it. */
export function unharmed(name, answers, { figure, check }) {
  const { median, worst } = times(answers);
  figure(`${name}, others`, `${JSON.stringify(byStatus(answers))}, median ${median} ms, worst ${worst} ms`);
  const isWell = answers.every(({ status }) => status === 200) && median < 1000;
  check(isWell, `${name}: others are answered, usually within a second`);
}

/** Opens `count` connections that send a request and read nothing, and returns what closes them. */
export async function unread(base, request, from, count) {
  const { hostname, port } = new URL(base);
  const program = fileURLToPath(new URL('unread.py', import.meta.url));
  const child = spawn('python3', [program, hostname, port, from, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(request);
  await once(child.stdout, 'data');
  return async () => {
    child.kill();
    await once(child, 'exit');
  };
}

/** The bytes that the system has taken from the server and not sent yet. */
export function inSendQueues(base) {
  const port = Number(new URL(base).port).toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const own = lines.filter(([, local]) => local?.endsWith(`:${port}`));
  return own.reduce((sum, [, , , , queues]) => sum + Number.parseInt(queues, 16), 0);
}

/** The head and the body of a call of the api, as bytes. */
export function callBytes(path, payload) {
  const body = JSON.stringify(payload);
  return `POST /api/${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A practice of this many characters, with its keys: half a megabyte at 20,000 characters is the largest body of all. */
export function practice(token, length, { language = 'en', date = new Date(), seed = 0 } = {}) {
  const letters = 'abcdefghijklmnopqrstuvwxyz ';
  let state = seed + 1;
  const text = Array.from({ length }, (_, n) => {
    state = (state * 48271) % 0x7fffffff;
    return n % 6 === 5 ? ' ' : letters[state % 26];
  }).join('');
  const keystrokes = text.trim();
  const times = Array.from(keystrokes, (_, n) => n * 150 + (n % 7) * 5);
  const form = { wpm: 80, accuracy: 100, time: times.at(-1) / 1000, date: date.toISOString() };
  return { token, ...form, text: keystrokes, keystrokes, times, language };
}

/**
 * Asks the same again and again on connections that stay open, one question at a time on each.
 *
 * @param {string} url
 * @param {{n: number, seconds: number, from: string, bodies?: (string | undefined)[]}} how one body for each connection, in turn
 */
export async function flood(url, { n, seconds, from, bodies = [undefined] }) {
  const end = performance.now() + seconds * 1000;
  const ask = async (body) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const answers = [];
    while (performance.now() < end) answers.push(await send(url, { ...asCall(body), from, agent }));
    agent.destroy();
    return answers;
  };
  return (await Promise.all(Array.from({ length: n }, (_, n) => ask(bodies[n % bodies.length])))).flat();
}

const asCall = (body) =>
  body === undefined ? {} : { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };

/**
 * Runs SQL in the site's private Postgres, where an attacker would have needed a year, and returns its output; undefined if
 * there is no psql, which some packages of Postgres leave out.
 */
export function sql(site, text) {
  const psql = path.join(site.postgresBin, 'psql');
  if (!existsSync(psql)) return undefined;
  const socket = path.join(site.dir, site.home, 'postgres', 'socket');
  const command = ['-h', socket, '-U', 'colibri', '-d', 'colibri', '-qtA', '-v', 'ON_ERROR_STOP=1', '-c', text];
  return execFileSync(psql, command, { encoding: 'utf8' }).trim();
}

/** The transactions in the site's database so far; NaN if that cannot be asked. */
export const transactions = (site) =>
  Number(sql(site, "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'colibri'"));

/** Calls `look` every 50 ms while `attack` runs, and returns the largest value. */
export async function most(look, attack) {
  let largest = look();
  const timer = setInterval(() => {
    largest = Math.max(largest, look());
  }, 50);
  await attack();
  clearInterval(timer);
  return Math.max(largest, look());
}

/** Sends a request without its end, and returns its connection and the status of the answer. */
export function slow(base, from, request) {
  const { hostname: host, port } = new URL(base);
  const connection = net.connect({ host, port, localAddress: from });
  const sent = { connection, status: 'none' };
  connection.on('error', () => {});
  connection.on('data', (data) => {
    sent.status = data.toString('latin1', 9, 12);
  });
  connection.write(request);
  return sent;
}
