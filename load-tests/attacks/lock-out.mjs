import { byStatus, call, pause } from './client.mjs';

export const nUsers = 1;
export const title = 'guesses from elsewhere that keep an owner from logging in';

const PASSWORD = 'emerald wings at dawn';
const OWNER = '127.1.0.1';
const SECONDS = 60;

export async function attack({ site, figure, check }) {
  const [username, email] = ['owner', 'owner@example.org'];
  const form = { username, email, password: PASSWORD, passwordConfirm: PASSWORD, country: '' };
  const { token } = JSON.parse((await call(site, 'signup', form, OWNER)).text);

  const end = performance.now() + SECONDS * 1000;
  const guesses = [];
  const guessers = [1, 2, 3].map(async (n) => {
    while (performance.now() < end) {
      guesses.push(await call(site, 'login', { email, password: `guess ${guesses.length}` }, `127.2.0.${n}`));
      await pause(200);
    }
  });
  // Until every guess is refused.
  await pause(10_000);
  const [logins, confirmations] = [[], []];
  while (performance.now() < end) {
    logins.push(await call(site, 'login', { email, password: PASSWORD }, OWNER));
    // A weak password, which is refused only after the old one was confirmed.
    const change = { token, oldPassword: PASSWORD, newPassword: 'password', confirmPassword: 'password' };
    confirmations.push(await call(site, 'account/changepassword', change, '127.1.0.2'));
    await pause(10_000);
  }
  await Promise.all(guessers);

  const json = JSON.stringify;
  const nGuesses = guesses.filter(({ status }) => status === 401).length;
  figure('guesses', json(byStatus(guesses)));
  figure('owner', `logins ${json(byStatus(logins))}, password changes ${json(byStatus(confirmations))}`);
  check(
    logins.every(({ status }) => status === 200),
    'the owner logs in where they did before',
  );
  check(
    confirmations.every(({ status }) => status === 422),
    'a user with a token can change the password',
  );
  // 5 at once, then after 1, 2, 4, 8, 16 and 32 s.
  check(nGuesses <= 11, `strangers guess at most 11 passwords in ${SECONDS} s`);
}
