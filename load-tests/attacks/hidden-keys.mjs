/** A metronome that hides its rhythm behind keys without a character. */

import { race, seat } from './racer.mjs';

export const title = 'a metronome types a zero-width space before each key';
export const nUsers = 4;
export const settings = { COLIBRI_COUNTDOWN_MS: '300', COLIBRI_WAITING_MS: '300' };

const WPM = 140;
const MS_PER_KEY = 12_000 / WPM;
const HIDDEN_MS = 6;

export async function attack({ site, users, figure, check }) {
  const answers = await Promise.all(
    users.map(async (user) => {
      const room = await seat(site, user);
      const times = [...room.text].map((_, index) => Math.round((index + 1) * MS_PER_KEY));
      return race(site, user, room, { times, hiddenMs: HIDDEN_MS });
    }),
  );
  figure('answers', JSON.stringify(answers));
  check(
    answers.every(({ held, findings }) => held && findings.length > 0),
    'each is held, with its rule and number',
  );
}
