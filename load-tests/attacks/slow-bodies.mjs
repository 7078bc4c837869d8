import { byStatus, call, megabytes, pause, slow } from './client.mjs';

export const nUsers = 1;
export const title = 'bodies that never end';

const PASSWORD = 'emerald wings at dawn';
const USER = '127.1.0.1';
/** Less than `body_timeout` in the settings of the api, after which it gives up. */
const SECONDS = 8;

export async function attack({ site, memory, figure, check }) {
  const [username, email] = ['user', 'user@example.org'];
  const form = { username, email, password: PASSWORD, passwordConfirm: PASSWORD, country: '' };
  const { token } = JSON.parse((await call(site, 'signup', form, USER)).text);

  async function under(name, n, nBytes, path, address) {
    const before = memory();
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${nBytes + 1}\r\n\r\n`;
    // One buffer for all: whoever fills hundreds of megabytes here has no time for the calls of others.
    const request = Buffer.from(head + 'a'.repeat(nBytes));
    const bodies = Array.from({ length: n }, (_, n) => slow(site.base, address(n), request));
    let most = 0;
    const answers = [];
    const end = performance.now() + SECONDS * 1000;
    while (performance.now() < end) {
      answers.push(await call(site, 'isloggedin', { token }, USER), await call(site, 'getstats', { username }, USER));
      most = Math.max(most, memory());
      await pause(1000);
    }
    for (const { connection } of bodies) connection.destroy();
    const worst = Math.round(Math.max(...answers.map(({ ms }) => ms)));
    const json = JSON.stringify;
    figure(name, `${megabytes(before)}, then ${megabytes(most)}; answers ${json(byStatus(bodies))}`);
    figure(name, `others: ${json(byStatus(answers))}, worst ${worst} ms`);
    check(most < 400 * 2 ** 20, `${name}: the server needs less than 400 MiB`);
    check(
      answers.every(({ status }) => status === 200),
      `${name}: others are answered`,
    );
    await pause(3000);
  }

  const one = () => '127.2.0.1';
  await under('images', 1000, 400_000, '/api/admin/addskin', one);
  await under('logins', 4000, 65_000, '/api/login', one);
  await under('logins of 16 addresses', 4000, 65_000, '/api/login', (n) => `127.2.0.${n % 16}`);
}
