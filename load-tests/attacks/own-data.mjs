/** The data that an account may read of its own: the figures of its keys, and its archive. */

import { beside, byStatus, call, megabytes, most, practice, send, sql, times, unharmed } from './client.mjs';

export const title = 'figures of a year of keys, and archives of many long runs, asked for at once';
export const nUsers = 13;

const ATTACKER = '127.2.0.1';
/** The runs of each account: the site keeps the keys of a day of typing. */
const N_RUNS = 6;

export async function attack({ site, users, memory, figure, check }) {
  const quiet = users.at(-1);
  const attackers = users.slice(0, 12);
  const [first] = attackers;
  for (let seed = 0; seed < N_RUNS; seed++) {
    const date = new Date(Date.now() - seed * 3_600_000);
    await Promise.all(
      attackers.map(({ token }) => call(site, 'singleplayer', practice(token, 20_000, { seed, date }), ATTACKER)),
    );
  }
  aYearLater(site, first);

  const asked = JSON.stringify({ token: first.token, range: '1000runs' });
  await under('keys', 200, () =>
    Promise.all(Array.from({ length: 32 }, () => post(`${site.base}/api/keys`, asked, ATTACKER))),
  );
  const archives = () =>
    attackers.flatMap(({ token }, n) => {
      const body = JSON.stringify({ token });
      return [0, 1].map(() => post(`${site.base}/api/account/data`, body, `127.2.1.${1 + (n % 6)}`));
    });
  await under('archives', 200, () => Promise.all(archives()));

  async function under(name, enough, ask) {
    const before = memory();
    let answers;
    let largest;
    const others = await beside(site, quiet, async () => {
      largest = await most(memory, async () => {
        answers = await ask();
      });
    });
    const { median, worst } = times(answers);
    figure(name, `${megabytes(before)}, then ${megabytes(largest)}; ${JSON.stringify(byStatus(answers))}`);
    figure(`${name}, its answers`, `median ${median} ms, worst ${worst} ms`);
    check(largest - before < enough * 2 ** 20, `${name}: they cost less than ${enough} MiB`);
    check(
      answers.every(({ status }) => [200, 503].includes(status)),
      `${name}: each is answered to its end, or refused at its start`,
    );
    unharmed(name, others, { figure, check });
  }
}

const post = (url, body, from) =>
  send(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, from });

/** Gives an account a year in which each day was like the last one. */
function aYearLater(site, { username }) {
  sql(
    site,
    `UPDATE users SET created_at = created_at - interval '400 days' WHERE username = '${username}';
    INSERT INTO key_days (user_id, kind, language, day, runs, sums)
      SELECT user_id, kind, language, day - n, 1, sums FROM generate_series(1, 365) AS n, (
        SELECT key_days.* FROM key_days JOIN users ON users.id = user_id
        WHERE username = '${username}' AND day > '2000-01-01' ORDER BY day LIMIT 1
      ) AS first`,
  );
}
