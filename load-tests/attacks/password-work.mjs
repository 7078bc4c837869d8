import { byStatus, call, pause } from './client.mjs';

export const nUsers = 1;
export const title = 'passwords that are expensive to judge, and logins without end';

const PASSWORD = 'emerald wings at dawn';
/** Symbols that stand for several letters each: zxcvbn tries all of their meanings. */
const SYMBOLS = '48({[<3691!|$570+%2@';
const SECONDS = 15;

export async function attack({ site, figure, check }) {
  const signup = (username, from, password = PASSWORD, email = `${username}@example.org`) =>
    call(site, 'signup', { username, email, password, passwordConfirm: password, country: '' }, from);
  const login = (username, from) => call(site, 'login', { email: `${username}@example.org`, password: PASSWORD }, from);

  /** Runs `attacker` in `nAtOnce` loops, and meanwhile logs another user in, and signs others up. */
  async function under(name, nAtOnce, attacker) {
    await signup(`victim-${name}`, '127.1.0.1');
    const end = performance.now() + SECONDS * 1000;
    const attacks = [];
    const loops = Array.from({ length: nAtOnce }, async (_, n) => {
      while (performance.now() < end) {
        const answer = await attacker(n);
        attacks.push(answer);
        if (answer.status === 429) await pause(50);
      }
    });
    const [logins, signups] = [[], []];
    for (let n = 0; performance.now() < end; n++) {
      // Their own limit allows ten logins of one account at once, and one more every ten seconds.
      if (n < 9) logins.push(await login(`victim-${name}`, '127.1.0.2'));
      signups.push(await signup(`${name}${n}`, `127.1.1.${n + 1}`));
      await pause(1000);
    }
    await Promise.all(loops);
    const worst = Math.round(Math.max(...[...logins, ...signups].map(({ ms }) => ms)));
    const json = JSON.stringify;
    figure(name, `attacker ${json(byStatus(attacks))}`);
    figure(name, `others: logins ${json(byStatus(logins))}, signups ${json(byStatus(signups))}, worst ${worst} ms`);
    check(
      [...logins, ...signups].every(({ status }) => status === 200),
      `${name}: nobody else is refused`,
    );
    check(worst < 2000, `${name}: others log in and sign up within 2 s`);
    return attacks;
  }

  const symbols = SYMBOLS.repeat(5);
  let n = 0;
  await under('signups', 24, () => signup(`s${n++}`, '127.2.0.1', symbols, 'sombra@example.org'));

  // The account's own address, so it is weak.
  const email = `48{3691!|70$5+%2${'a'.repeat(30)}@${'a'.repeat(40)}.example`;
  const { token } = JSON.parse((await signup('weak', '127.3.0.1', PASSWORD, email)).text);
  const newPassword = `${email}([<`;
  const change = { token, oldPassword: PASSWORD, newPassword, confirmPassword: newPassword };
  await under('changes', 24, () => call(site, 'account/changepassword', change, '127.3.0.1'));

  const names = Array.from({ length: 14 }, (_, n) => `right${n}`);
  for (const [n, name] of names.entries()) await signup(name, `127.4.0.${n}`);
  const logins = await under('logins', 42, (n) => login(names[n % names.length], `127.5.0.${n % 3}`));
  // For each account, 10 at once and then one per 10 s, from networks that it knows and from others.
  const nRight = logins.filter(({ status }) => status === 200).length;
  check(nRight <= names.length * 2 * 12, `${names.length} accounts log in at most 24 times each`);
}
