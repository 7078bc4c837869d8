/** Long bodies of strangers: they take no place of those that users send, also to the simulator of payments. */

import { byStatus, call, megabytes, pause, practice, slow, times } from './client.mjs';

export const title = 'long bodies without a token, and bodies for the payment simulator, that never end';
export const nUsers = 2;

const SECONDS = 8;
const USER = '127.1.0.1';

export async function attack({ site, users, memory, figure, check }) {
  const [{ token }, classmate] = users;
  const head = (path, length) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;
  const practices = Array.from({ length: 12 }, (_, n) =>
    slow(site.base, `127.2.0.${1 + (n % 4)}`, `${head('/api/singleplayer', 380_000)}{${' '.repeat(200_000)}`),
  );
  const saved = [];
  for (let second = 0; second < SECONDS; second++) {
    const form = (token, seed) => practice(token, 20_000, { seed, date: new Date(Date.now() - seed * 60_000) });
    const both = [call(site, 'singleplayer', form(token, second), USER)];
    both.push(call(site, 'singleplayer', form(classmate.token, second), USER));
    saved.push(...(await Promise.all(both)));
    await pause(1000);
  }
  for (const { connection } of practices) connection.destroy();
  figure('long runs of two users of one address', `${JSON.stringify(byStatus(saved))}, worst ${times(saved).worst} ms`);
  check(
    saved.every(({ status }) => status === 200),
    'long runs of users are saved',
  );

  const before = memory();
  const request = `${head('/simulator/v1/payments/payment', 65_000)}${'x'.repeat(64_000)}`;
  const orders = Array.from({ length: 1500 }, () => slow(site.base, '127.2.0.1', request));
  await pause(3000);
  const cost = memory() - before;
  figure('1,500 orders for the simulator', `${megabytes(cost)}, answers ${JSON.stringify(byStatus(orders))}`);
  for (const { connection } of orders) connection.destroy();
  check(cost < 64 * 2 ** 20, 'orders of strangers cost the simulator less than 64 MiB');
}
