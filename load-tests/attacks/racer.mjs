/** Races as attackers type them, with the log of their keys. */

import { call, io, pause } from './client.mjs';

const CHARACTERS_PER_WORD = 5;
/** Pieces of the log are sent twice a second, as by the page. */
const PIECE_MS = 500;

/** Makes a call that must succeed, and returns its answer. */
export async function ask(site, path, payload) {
  const { status, text } = await call(site, path, payload);
  if (status !== 200) throw new Error(`/api/${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

/** Opens a private room, with the text of `race` if it is given, and takes a seat in it. */
export async function seat(site, { token }, race) {
  const { code } = await ask(site, 'multiplayer', race ? { token, race } : { token, private: true });
  const { text, receipt } = await ask(site, 'play', { token, code });
  return { code, receipt, text: text.text };
}

/**
 * Races alone, and returns the answer to the finish: `times` are the milliseconds of the keys, or `finish` is what is sent
 * in the place of a log once a racer of this speed has typed the text. With `hiddenMs`, a key without a character comes so
 * long before each key.
 */
export async function race(site, user, { code, text }, { times, hiddenMs, wpm, finish }) {
  const socket = io(site.base, { auth: { token: user.token }, forceNew: true });
  try {
    const started = new Promise((resolve) => socket.once('start', resolve));
    await socket.emitWithAck('join', { code });
    await started;
    const began = performance.now();
    if (!times) {
      await pause(([...text].length / CHARACTERS_PER_WORD / wpm) * 60_000);
      socket.emit('typing', { code, completed: 100 });
      return await socket.emitWithAck('finish', { code, accuracy: 100, ...finish });
    }
    let sent = 0;
    let from = 0;
    const piece = () => {
      const until = performance.now() - began;
      const typed = times.findIndex((ms) => ms > until);
      const end = typed < 0 ? times.length : typed;
      const [now, before] = [times.slice(sent, end), times[sent - 1] ?? 0];
      const keys = hiddenMs ? logWithHidden([...text].slice(sent), now, before, hiddenMs) : log(now, before);
      const part = { from, keys: Buffer.from(keys).toString('base64') };
      from += keys.length;
      sent = end;
      return part;
    };
    while (performance.now() - began < times.at(-1) - PIECE_MS) {
      await pause(PIECE_MS);
      socket.emit('typing', { code, completed: 0, log: piece() });
    }
    await pause(times.at(-1) + 1 - (performance.now() - began));
    return await socket.emitWithAck('finish', { code, accuracy: 100, log: piece() });
  } finally {
    socket.disconnect();
  }
}

const ZERO_WIDTH_SPACE = 0x200b;

/** The log of keys (docs/key-log.md) that are all right. */
function log(times, before) {
  return times.flatMap((ms, index) => leb128(2 * (ms - (times[index - 1] ?? before))));
}

/** The log of the keys of `text`, each behind one without a character, `hiddenMs` after it. */
function logWithHidden(text, times, before, hiddenMs) {
  return times.flatMap((ms, index) => {
    const wait = ms - (times[index - 1] ?? before);
    const numbers = [2 * (wait - hiddenMs) + 1, ZERO_WIDTH_SPACE, 2 * hiddenMs + 1, text[index].codePointAt()];
    return numbers.flatMap(leb128);
  });
}

function leb128(number) {
  return number > 127 ? [(number & 127) | 128, ...leb128(number >> 7)] : [number];
}

const LEFT = /[qwertasdfgzxcvb]/i;

/** The times of a run by the model of a hand, whose movements cost time: other keys, capitals, signs, and new words. */
export function byHand(text, wpm, dice = Math.random) {
  const noise = () => dice() + dice() + dice() - 1.5;
  let sum = 0;
  const times = [...text].map((key, index) => {
    const before = text[index - 1] ?? ' ';
    const hands = LEFT.test(key) === LEFT.test(before) ? 0.15 : -0.2;
    const again = key === before ? -0.1 : 0;
    const shift = /[A-Z]/.test(key) ? 0.5 : 0;
    const sign = /[^a-z ]/i.test(key) ? 0.4 : 0;
    const word = before === ' ' ? 0.35 : 0;
    const pause = dice() < 0.04 ? 0.8 : 0;
    sum += Math.exp(hands + again + shift + sign + word + pause + 0.4 * noise());
    return sum;
  });
  return scaled(times, (times.length / CHARACTERS_PER_WORD / wpm) * 60_000);
}

/** The same run in another time. */
export const scaled = (times, end) => times.map((ms) => Math.round((ms / times.at(-1)) * end));

/** Returns the best race of a user, and their name if it is on the board of the fastest. */
export async function standsOn(site, { username }) {
  const { bestRace, racesTotal } = await ask(site, 'getstats', { username });
  const { data } = await ask(site, 'leaderboard', { type: 'bestRace' });
  return { bestRace, racesTotal, isOnBoard: data.some((row) => row.username === username) };
}
