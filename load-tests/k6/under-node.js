/**
 * The race of race.js without k6, in one room: shows that script and site speak the same.
 *
 *   node --experimental-websocket load-tests/k6/under-node.js http://localhost:8080 users.jsonl
 *
 * Ends with status 1 when a racer did not join, did not finish or lost the connection.
 */

import { readFileSync } from 'node:fs';
import { race } from './room.js';

const RACERS = 5;
const WPM = 200;
const [, , url = 'http://localhost:8080', file = 'users.jsonl'] = process.argv;

const counts = { joins: 0, finishes: 0, failures: [] };
const latencies = [];
const watch = {
  joined: (ok) => (ok ? counts.joins++ : counts.failures.push('join')),
  finished: (ok) => (ok ? counts.finishes++ : counts.failures.push('finish')),
  progress: (ms) => latencies.push(ms),
  dropped: (reason) => counts.failures.push(reason),
  refused: (event, reason) => counts.failures.push(`${event}: ${reason}`),
};

const lines = readFileSync(file, 'utf8').trim().split('\n');
const racers = lines.slice(0, RACERS).map((line) => JSON.parse(line));
const { code } = await call('multiplayer', { token: racers[0].token, private: true });
const seats = await Promise.all(racers.map(({ token }) => call('play', { token, code })));
const length = [...seats[0].text.text].length;
const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
await race(
  { code, length, wpm: WPM, racers },
  () => new WebSocket(address),
  watch,
  () => performance.now(),
);

latencies.sort((a, b) => a - b);
const p95 = latencies[Math.floor(latencies.length * 0.95)];
process.stdout.write(`${JSON.stringify({ ...counts, updates: latencies.length, p95_ms: p95 })}\n`);
process.exitCode = counts.failures.length === 0 && counts.finishes === racers.length ? 0 : 1;

async function call(path, payload) {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  });
  if (!answer.ok) throw new Error(`/api/${path} answers ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
