/** Results of racers who press no key: the highest speed that a room accepts, and wins against one's own puppets. */

import { base64, logOf } from '../k6/lib/keyLog.js';
import { call, io, pause } from './client.mjs';

export const title = 'a racer finishes at 349 wpm without a key, against puppets of their own';
export const nUsers = 6;
export const settings = { COLIBRI_COUNTDOWN_MS: '300', COLIBRI_ROOM_CAPACITY: '2' };

const N_RACES = 4;
const CHARACTERS_PER_WORD = 5;

export async function attack({ site, users, figure, check }) {
  const [thief, puppet, plain, opponent, fast, beside] = users;

  const stolen = await Promise.all(
    Array.from({ length: N_RACES }, () => race(site, { winner: thief, other: puppet, wpm: 349 })),
  );
  figure('answers to the finishes', JSON.stringify(stolen));
  const stats = await statsOf(site, thief);
  figure('statistics of the racer who pressed no key', JSON.stringify(stats));
  check(
    stolen.every(({ wpm }) => wpm > 340),
    'such a finish is accepted and shown',
  );
  check(
    stolen.every(({ unranked, skins }) => unranked && !skins),
    'it is marked, and unlocks nothing',
  );
  check(stats.racesTotal === 0 && stats.racesWon === 0 && stats.bestRace === 0, 'it changes no statistics');

  const alone = await race(site, { winner: plain, other: opponent, wpm: 200 });
  const afterAlone = await statsOf(site, plain);
  figure('200 wpm beside a racer who typed nothing', JSON.stringify({ ...alone, ...afterAlone }));
  check(afterAlone.racesTotal === 1 && afterAlone.racesWon === 0, 'a racer who typed nothing is no opponent');

  const honest = await race(site, { winner: plain, other: opponent, wpm: 200, otherTypes: true });
  check(!honest.unranked && (await statsOf(site, plain)).racesWon === 1, 'the plain finish counts up to 250 wpm');

  const typed = await race(site, { winner: fast, other: beside, wpm: 300, otherTypes: true, sendsKeys: true });
  const afterTyped = await statsOf(site, fast);
  figure('300 wpm with the keys', JSON.stringify({ ...typed, ...afterTyped }));
  check(typed.unranked && afterTyped.racesTotal === 0, 'a faster finish does not count with keys that nobody has seen');

  await pause(1100); // A leaderboard is kept for a second.
  const { data } = JSON.parse((await call(site, 'leaderboard', { type: 'bestRace' })).text);
  const names = data.map(({ username }) => username);
  figure('leaderboard', names.join(', '));
  check(!names.includes(thief.username), 'the leaderboard has only results that count');
  check(names.includes(plain.username), 'the leaderboard has the others');
}

/** Races to the end of the text at `wpm` in a private room, and returns the answer to the finish. */
async function race(site, { winner, other, wpm, otherTypes = false, sendsKeys = false }) {
  const { code } = await ask(site, 'multiplayer', { token: winner.token, private: true });
  const { text } = (await ask(site, 'play', { token: winner.token, code })).text;
  await ask(site, 'play', { token: other.token, code });
  const sockets = [winner, other].map(({ token }) => io(site.base, { auth: { token }, forceNew: true }));
  try {
    const started = new Promise((resolve) => sockets[0].once('start', resolve));
    for (const socket of sockets) await socket.emitWithAck('join', { code });
    await started;
    const took = ([...text].length / CHARACTERS_PER_WORD / wpm) * 60_000;
    await pause(took);
    if (otherTypes) await sockets[1].emitWithAck('typing', { code, completed: 50, log: halfOf(text, took) });
    sockets[0].emit('typing', { code, completed: 100 });
    const keystrokes = sendsKeys ? text : undefined;
    return await sockets[0].emitWithAck('finish', { code, accuracy: 100, keystrokes });
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

/** Returns the log of half of the text, which makes an opponent. */
function halfOf(text, ms) {
  const typed = [...text].slice(0, Math.ceil([...text].length / 2));
  const keys = typed.map((key, n) => ({ key, ms: Math.floor((ms * n) / typed.length) }));
  return { from: 0, keys: base64(logOf(text, keys).flat()) };
}

async function ask(site, path, payload) {
  const { status, text } = await call(site, path, payload);
  if (status !== 200) throw new Error(`/api/${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

async function statsOf(site, { username }) {
  const { racesTotal, racesWon, bestRace } = await ask(site, 'getstats', { username });
  return { racesTotal, racesWon, bestRace };
}
