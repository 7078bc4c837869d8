/** Somebody's public replay, sent again by another account, as it is and faster. */

import { ask, byHand, race, scaled, seat, standsOn } from './racer.mjs';

export const title = 'the keys of a public replay are sent again';
export const nUsers = 3;
export const settings = { COLIBRI_COUNTDOWN_MS: '300', COLIBRI_WAITING_MS: '300' };

export async function attack({ site, users: [owner, thief, faster], figure, check }) {
  const room = await seat(site, owner);
  const original = await race(site, owner, room, { times: byHand(room.text, 100) });
  figure('answer to the original', JSON.stringify(original));
  const { runs } = await ask(site, 'history', { token: owner.token, kind: 'race', limit: 1 });
  const replay = await ask(site, 'replay', { race: runs[0].race });
  const { times } = replay.lanes[0];
  for (const [user, how, copy] of [
    [thief, 'as they are', times],
    [faster, 'in two thirds of the time', scaled(times, (times.at(-1) * 2) / 3)],
  ]) {
    const answer = await race(site, user, await seat(site, user, runs[0].race), { times: copy });
    figure(`sent again ${how}`, JSON.stringify(answer));
    check(answer.held, `keys that are sent again ${how} are held`);
    check((await standsOn(site, user)).racesTotal === 0, 'and count for nothing');
  }
}
