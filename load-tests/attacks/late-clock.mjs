/** Time for sale: a racer who pretends a slow line and claims to have typed the last key before it arrived. */

import { base64, logOf } from '../k6/lib/keyLog.js';
import { call, io, pause } from './client.mjs';

export const title = 'a racer asks for the time a second late, and dates the keys back';
export const nUsers = 6;
/** Pings show the way during the race, however busy this machine was during the handshake. */
export const settings = { COLIBRI_COUNTDOWN_MS: '3500', COLIBRI_ROOM_CAPACITY: '2', COLIBRI_PING_INTERVAL_MS: '1000' };

const CHARACTERS_PER_WORD = 5;
const WPM = 150;
const PIECE_MS = 500;
const LATE_MS = 1000;
/** The most that a racer on this machine may be credited besides what it delays itself: its own ways, and 20 ms. */
const CREDITED_MS = 60;
/** The most that anybody may be credited: this share of the race, half a second at most, and 20 ms. */
const mostCredited = (seconds) => Math.min(500, 0.05 * seconds * 1000) + 20;

export async function attack({ site, users, figure, check }) {
  const lies = [
    ['the last key', (share) => (share === 1 ? LATE_MS / 2 : 0)],
    ['all keys', () => LATE_MS / 2],
    ['the last third of the keys', (share) => (share > 2 / 3 ? LATE_MS / 2 : 0)],
  ];
  const answers = await Promise.all(
    lies.map(([, early], n) => race(site, { liar: users[2 * n], other: users[2 * n + 1], early })),
  );
  answers.forEach(({ time, credited, delayed }, n) => {
    const own = `and pieces left up to ${Math.round(delayed)} ms late`;
    figure(`credited for ${lies[n][0]} half a second early`, `${credited ?? 0} ms of ${time} s, ${own}`);
  });
  const [last, all, pieces] = answers;
  check(
    [last, all].every(({ time, credited = 0, delayed }) => time > 0 && credited <= CREDITED_MS + delayed),
    'a slow answer to the clock alone buys no time',
  );
  // A line on which some packets take long looks the same.
  check(
    pieces.time > 0 && (pieces.credited ?? 0) <= mostCredited(pieces.time + pieces.credited / 1000),
    'late keys and a slow answer together buy no more than 5 % of the race, and half a second',
  );
}

/** Races at an even pace, and returns the answer to the finish, and the longest delay of a piece on this machine. */
async function race(site, { liar, other, early }) {
  const { code } = await ask(site, 'multiplayer', { token: liar.token, private: true });
  const { text } = (await ask(site, 'play', { token: liar.token, code })).text;
  await ask(site, 'play', { token: other.token, code });
  const sockets = [liar, other].map(({ token }) => io(site.base, { auth: { token }, forceNew: true }));
  const [socket] = sockets;
  try {
    const started = new Promise((resolve) => socket.once('start', () => resolve(performance.now())));
    for (const one of sockets) await one.emitWithAck('join', { code });
    let seen;
    for (let n = 0; n < 3; n++) {
      seen = (await socket.emitWithAck('clock', { code, seen })).ms;
      await pause(LATE_MS);
    }
    const startedAt = await started;
    const characters = [...text];
    const took = (characters.length / CHARACTERS_PER_WORD / WPM) * 60_000;
    const typedAt = (n) => (took * n) / characters.length;
    let before = 0;
    const keys = characters.map((key, n) => {
      before = Math.max(Math.round(typedAt(n + 1) - early((n + 1) / characters.length)), before);
      return { key, ms: before };
    });
    const log = logOf(text, keys);
    const bytes = (from, to) => log.slice(from, to).flat();
    let sent = 0;
    const piece = (to) => {
      const keys = { from: bytes(0, sent).length, keys: base64(bytes(sent, to)) };
      sent = to;
      return keys;
    };
    // A piece leaves with its last key: what it waits after that looks like a slow line.
    const until = (n) => pause(startedAt + typedAt(n) - performance.now());
    const nAfter = (ms) => Math.ceil(((performance.now() - startedAt + ms) / took) * characters.length);
    let delayed = 0;
    for (let n = nAfter(PIECE_MS); n < characters.length - 10; n = nAfter(PIECE_MS)) {
      await until(n);
      delayed = Math.max(delayed, performance.now() - startedAt - typedAt(n));
      socket.emit('typing', { code, completed: 0, log: piece(n) });
    }
    await until(characters.length);
    const answer = await socket.emitWithAck('finish', { code, accuracy: 100, log: piece(characters.length) });
    return { ...answer, delayed };
  } finally {
    for (const one of sockets) one.disconnect();
  }
}

async function ask(site, path, payload) {
  const { status, text } = await call(site, path, payload);
  if (status !== 200) throw new Error(`/api/${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}
