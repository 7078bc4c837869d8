/** The text that the server has sent, sent back as keys, at the highest speed that a room accepts. */

import { call, pause } from './client.mjs';
import { ask, race, seat, standsOn } from './racer.mjs';

export const title = 'a copy of the text counts as keys, also in the race of the day';
export const nUsers = 2;
export const settings = { COLIBRI_COUNTDOWN_MS: '300', COLIBRI_WAITING_MS: '300' };

const WPM = 349;

export async function attack({ site, users: [thief, daily], figure, check }) {
  const room = await seat(site, thief);
  const answer = await race(site, thief, room, { wpm: WPM, finish: { keystrokes: room.text } });
  const { code } = await ask(site, 'today/start', { token: daily.token, language: 'en' });
  const { text } = (await ask(site, 'play', { token: daily.token, code })).text;
  const ofDay = await race(site, daily, { code, text }, { wpm: 200, finish: { keystrokes: text } });
  await pause(1100); // A leaderboard is kept for a second.

  const standing = await standsOn(site, thief);
  figure('answer to the finish, and what counts', JSON.stringify({ answer, ...standing }));
  check(answer.wpm > 340 && answer.unranked, 'the racer is told that it does not count');
  check(standing.racesTotal === 0 && !standing.isOnBoard, 'it is no best, and on no board');
  const board = JSON.parse((await call(site, 'today', { language: 'en' })).text);
  figure('race of the day', JSON.stringify({ answer: ofDay, racers: board.racers }));
  check(ofDay.unverified && board.racers === 0, 'the board of the day has no such result at any speed');
}
