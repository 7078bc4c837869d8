/** Wins against one's own puppets, in many private rooms at once. */

import { base64, logOf } from '../k6/lib/keyLog.js';
import { call, io, pause } from './client.mjs';

export const title = 'an account wins against its own puppet, again and again';
export const nUsers = 7;
export const settings = { COLIBRI_COUNTDOWN_MS: '300', COLIBRI_ROOM_CAPACITY: '2' };

const N_ROOMS = 5;
const CHARACTERS_PER_WORD = 5;
/** The speed of all racers. */
const WPM = 200;
/** The longest time until the winner is told of a later win. */
const TOLD_MS = 5000;

export async function attack({ site, users, figure, check }) {
  const [thief, puppet, patient, diligent, winner, friend, other] = users;

  const idle = await inRooms(() => race(site, { winner: thief, other: puppet, share: 0.01, isPrivate: true }));
  figure('answers beside a puppet of one percent', JSON.stringify(idle));
  check((await winsOf(site, thief)) === 0, 'a racer who types one percent is no opponent');
  check(
    idle.every(({ win }) => win === 'pending'),
    'the answers say that the win waits for an opponent',
  );

  // Others, since the first two hold seats in as many races as a user may.
  const half = await inRooms(() => race(site, { winner: patient, other: diligent, share: 0.5, isPrivate: true }));
  const wins = await winsOf(site, patient);
  figure(`wins of ${N_ROOMS} private rooms beside a puppet that types half`, wins);
  check(wins === 1, 'private rooms give one win a day against the same account');
  check(half.filter(({ win }) => win === 'repeated').length === N_ROOMS - 1, 'the other answers say why they are none');

  const beside = await race(site, { winner, other: friend, share: 0.5, isPrivate: true });
  check(
    beside.win === 'won' && (await winsOf(site, winner)) === 1,
    'an opponent who gives up after half denies no win',
  );
  const later = await race(site, { winner, other, share: 0.5, isLater: true });
  figure('an opponent who types half after the finish, in a public room', JSON.stringify(later));
  check(later.win === 'pending' && later.told?.win === 'won', 'a win that comes later is told');
  check((await winsOf(site, winner)) === 2, 'and it counts');
}

const inRooms = (once) => Promise.all(Array.from({ length: N_ROOMS }, once));

/**
 * Races to the end of the text, while the other types this share of it and leaves. Returns the answer to the finish, and what
 * is told of the win after it if the other types `isLater`.
 */
async function race(site, { winner, other, share, isPrivate = false, isLater = false }) {
  const { code } = await ask(site, 'multiplayer', { token: winner.token, private: isPrivate });
  const { text } = (await ask(site, 'play', { token: winner.token, code })).text;
  await ask(site, 'play', { token: other.token, code });
  const sockets = [winner, other].map(({ token }) => io(site.base, { auth: { token }, forceNew: true }));
  const [first, second] = sockets;
  try {
    const started = new Promise((resolve) => first.once('start', resolve));
    const told = new Promise((resolve) => first.once('win', resolve));
    for (const socket of sockets) await socket.emitWithAck('join', { code });
    await started;
    const took = ([...text].length / CHARACTERS_PER_WORD / WPM) * 60_000;
    await pause(took);
    const keys = keysOf(text, share, took);
    const type = () =>
      second.emitWithAck('typing', { code, completed: Math.floor(share * 100), log: { from: 0, keys } });
    if (!isLater) await type();
    first.emit('typing', { code, completed: 100 });
    const answer = await first.emitWithAck('finish', { code, accuracy: 100 });
    if (!isLater) return answer;
    await type();
    return { ...answer, told: await Promise.race([told, pause(TOLD_MS)]) };
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

/** Returns the log of this share of the text, typed in `ms`. */
function keysOf(text, share, ms) {
  const characters = [...text];
  const typed = characters.slice(0, Math.ceil(share * characters.length));
  const keys = typed.map((key, n) => ({ key, ms: Math.floor((ms * (n + 1)) / characters.length) }));
  return base64(logOf(text, keys).flat());
}

async function ask(site, path, payload) {
  const { status, text } = await call(site, path, payload);
  if (status !== 200) throw new Error(`/api/${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}

async function winsOf(site, { username }) {
  return (await ask(site, 'getstats', { username })).racesWon;
}
