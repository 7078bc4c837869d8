/** The words of failed logins about an account whose new address waits to be verified. */

import { call, sql } from './client.mjs';

export const title = 'whoever knows the old address of an account tries which one is the new one';

const PASSWORD = 'emerald wings at dawn';
const OWNER = '127.1.0.1';
/** More failures than an account has at once. */
const N_GUESSES = 8;

export async function attack({ site, figure, check }) {
  const addresses = { old: 'old@example.org', pending: 'pending@example.org', unknown: 'unknown@example.org' };
  const form = { username: 'mover', email: addresses.old, password: PASSWORD, passwordConfirm: PASSWORD, country: '' };
  const { token } = JSON.parse((await call(site, 'signup', form, OWNER)).text);
  const verified = sql(site, "UPDATE users SET email_verified_at = now() WHERE username = 'mover'");
  if (verified === undefined) return figure('not tried', 'there is no psql to verify the address with');
  const change = { token, email: addresses.pending, password: PASSWORD };
  const { status } = await call(site, 'account/changeemail', change, OWNER);
  check(status === 200, 'the owner asks for a new address');

  const answers = {};
  let network = 0;
  for (const [which, email] of Object.entries(addresses)) {
    answers[which] = [];
    for (let n = 0; n < N_GUESSES; n++) {
      network += 1;
      const guess = await call(site, 'login', { email, password: `guess ${n}` }, `127.2.0.${network}`);
      answers[which].push(guess.status);
    }
    figure(which, answers[which].join(' '));
  }
  for (const which of ['old', 'pending']) {
    check(
      String(answers[which]) === String(answers.unknown),
      `the ${which} address is answered like one without an account`,
    );
  }
  const login = await call(site, 'login', { email: addresses.old, password: PASSWORD }, OWNER);
  check(login.status === 200, 'the owner still logs in where they did before');
}
