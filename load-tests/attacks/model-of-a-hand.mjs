/** The model of a hand, faster than any hand. */

import { pause } from './client.mjs';
import { byHand, race, seat, standsOn } from './racer.mjs';

export const title = 'a model of a hand types at 330 wpm';
export const nUsers = 3;
export const settings = { COLIBRI_COUNTDOWN_MS: '300', COLIBRI_WAITING_MS: '300' };

export async function attack({ site, users, figure, check }) {
  const answers = await Promise.all(
    users.map(async (user) => {
      const room = await seat(site, user);
      return race(site, user, room, { times: byHand(room.text, 330) });
    }),
  );
  figure('answers', JSON.stringify(answers));
  check(
    answers.every(({ held, findings }) => held && findings.length > 0),
    'each is held, with its rule and number',
  );
  await pause(1100); // A leaderboard is kept for a second.
  const standings = await Promise.all(users.map((user) => standsOn(site, user)));
  check(
    standings.every(({ racesTotal, isOnBoard }) => racesTotal === 0 && !isOnBoard),
    'none counts, or is on the board',
  );
}
