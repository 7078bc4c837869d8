/** Rooms full of racers, as virtual users of k6. */

import exec from 'k6/execution';
import { watch } from './metrics.js';
import { call, net } from './net.js';
import { ENGINES, ROOM, TRANSPORTS, WPM } from './options.js';
import { race } from './race.js';
import { users } from './users.js';

/** The difference in speed between two consecutive racers of a room, in words per minute. */
const WPM_APART = 5;
/** The time for waiting, the countdown and saving results, in addition to the typing. */
const BESIDE_TYPING_MS = 90_000;
const CHARACTERS_PER_WORD = 5;

/**
 * Runs one race in a room of this virtual user's own racers.
 *
 * @param {(index: number) => {cuts?: string[], transports?: string[]}} [how] returns the differences from the default
 *   for a racer, by their index in the room
 */
export async function raceOnce(how = () => ({})) {
  // This number is unique across all generators of a distributed run, so no two use the same users.
  const first = (exec.vu.idInTest - 1) * ROOM;
  const racers = users.slice(first, first + ROOM);
  let [code, seats, stats] = [undefined, [], []];
  try {
    code = call('multiplayer', { token: racers[0].token, private: true }).code;
    seats = await Promise.all(racers.map(({ token }) => net.call('play', { token, code })));
    stats = await Promise.all(racers.map(({ username }) => net.call('getstats', { username })));
  } catch (error) {
    watch.failed(error.message);
  }
  watch.check('took their seats', stats.length === ROOM);
  if (stats.length < ROOM) return;
  const { text } = seats[0].text;
  const room = {
    code,
    text,
    timeoutMs: BESIDE_TYPING_MS + ([...text].length / CHARACTERS_PER_WORD / WPM) * 60_000,
    racers: racers.map(({ username, token }, index) => ({
      username,
      token,
      racesTotal: stats[index].racesTotal,
      addresses: ENGINES.map((_, turn) => ENGINES[(index + turn) % ENGINES.length]),
      transports: TRANSPORTS,
      wpm: WPM + index * WPM_APART,
      seed: 1 + first + index + exec.vu.iterationInInstance * 1_000_003,
      cuts: [],
      ...how(index),
    })),
  };
  await race(room, net, watch);
}
