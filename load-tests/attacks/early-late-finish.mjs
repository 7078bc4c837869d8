/** A finish for the time after the race, sent before the race has even started. */

import { call } from './client.mjs';
import { byHand, seat } from './racer.mjs';

export const title = 'a late finish is made up while the race runs';
export const nUsers = 1;

export async function attack({ site, users: [boaster], figure, check }) {
  const { receipt, text } = await seat(site, boaster);
  const { token } = boaster;
  const times = byHand(text, 345);
  const log = times.flatMap((ms, index) => {
    const number = 2 * (ms - (times[index - 1] ?? 0));
    return number > 127 ? [(number & 127) | 128, number >> 7] : [number];
  });
  const body = { token, receipt, log: Buffer.from(log).toString('base64') };
  const answer = await call(site, 'latefinish', body);
  figure('answer', `${answer.status} ${answer.text}`);
  check(answer.status === 503, 'the page that sent it would keep it until the race is over');
  const { runs } = JSON.parse((await call(site, 'history', { token })).text);
  check(runs.length === 0, 'nothing is saved, so no page shows it');
}
