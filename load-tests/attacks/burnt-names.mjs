/** Names that are taken only to be given up, so that nobody else gets them. */

import { byStatus, call } from './client.mjs';

export const title = 'an address signs up and deletes, again and again, to burn names';

const PASSWORD = 'emerald wings at dawn';
const ATTACKER = '127.2.0.1';
const N_NAMES = 20;

export async function attack({ site, figure, check }) {
  const signup = (username, email, from) =>
    call(site, 'signup', { username, email, password: PASSWORD, passwordConfirm: PASSWORD, country: '' }, from);
  const names = Array.from({ length: N_NAMES }, (_, n) => `wanted-${n}`);
  const renamed = names.map((name) => `${name}-later`);
  const deleted = [];
  for (const [n, name] of names.entries()) {
    const { token } = JSON.parse((await signup(name, `burner-${n}@example.org`, ATTACKER)).text);
    await call(site, 'changeusername', { token, username: renamed[n] }, ATTACKER);
    deleted.push(await call(site, 'deleteaccount', { token, confirmationText: 'IRREVERSIBLE' }, ATTACKER));
  }
  figure('deletions', JSON.stringify(byStatus(deleted)));
  check(
    deleted.every(({ status }) => status === 200),
    'each account is deleted',
  );
  const others = [];
  for (const [n, name] of [...names, ...renamed].entries()) {
    others.push(await signup(name, `other-${n}@example.org`, `127.1.0.${1 + n}`));
  }
  figure('others who want the names', JSON.stringify(byStatus(others)));
  check(
    others.every(({ status }) => status === 200),
    'others get all of them at once',
  );
}
