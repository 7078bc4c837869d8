/** Time for sale: a racer who pretends a slow line and claims to have typed the last key before it arrived. */

import { base64, logOf } from '../k6/lib/keyLog.js';
import { call, io, pause } from './client.mjs';

export const title = 'a racer asks for the time a second late, and dates the keys back';
export const nUsers = 4;
export const settings = { COLIBRI_COUNTDOWN_MS: '3500', COLIBRI_ROOM_CAPACITY: '2' };

const CHARACTERS_PER_WORD = 5;
const WPM = 150;
const PIECE_MS = 500;
const LATE_MS = 1000;
/** The most that a racer on this machine may be credited: its own ways, and 20 ms. */
const CREDITED_MS = 60;

export async function attack({ site, users, figure, check }) {
  const lies = [
    ['the last key', (isLast) => (isLast ? LATE_MS / 2 : 0)],
    ['all keys', () => LATE_MS / 2],
  ];
  const answers = await Promise.all(
    lies.map(([, early], n) => race(site, { liar: users[2 * n], other: users[2 * n + 1], early })),
  );
  answers.forEach((answer, n) => {
    figure(`credited for ${lies[n][0]} half a second early`, `${answer.credited ?? 0} ms`);
    check(answer.time > 0 && (answer.credited ?? 0) <= CREDITED_MS, 'a slow answer to the clock alone buys no time');
  });
}

/** Races at an even pace, and returns the answer to the finish. */
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
    let before = 0;
    const keys = characters.map((key, n) => {
      const isLast = n + 1 === characters.length;
      before = Math.max(Math.round((took * (n + 1)) / characters.length - early(isLast)), before);
      return { key, ms: before };
    });
    const log = logOf(text, keys);
    const nTyped = () => Math.floor(((performance.now() - startedAt) / took) * characters.length);
    const bytes = (from, to) => log.slice(from, to).flat();
    let sent = 0;
    const piece = (to) => {
      const keys = { from: bytes(0, sent).length, keys: base64(bytes(sent, to)) };
      sent = to;
      return keys;
    };
    while (nTyped() < characters.length - 10) {
      await pause(PIECE_MS);
      const typed = Math.min(nTyped(), characters.length - 2);
      await socket.emitWithAck('typing', { code, completed: 0, log: piece(typed) });
    }
    await pause(startedAt + took - performance.now());
    return await socket.emitWithAck('finish', { code, accuracy: 100, log: piece(characters.length) });
  } finally {
    for (const one of sockets) one.disconnect();
  }
}

async function ask(site, path, payload) {
  const { status, text } = await call(site, path, payload);
  if (status !== 200) throw new Error(`/api/${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}
