/** Calls that are refused, calls of one account, and a check that everybody may ask for: others get their connections. */

import { beside, byStatus, flood, transactions, unharmed } from './client.mjs';

export const title = 'floods of refused calls, of calls of ten accounts, and of /readyz';
export const nUsers = 12;

const ATTACKER = '127.2.0.1';
const SECONDS = 5;

export async function attack({ site, users, figure, check }) {
  const bodies = users.map(({ token }) => JSON.stringify({ token }));
  const quiet = users.at(-1);
  const under = async (name, url, how) => {
    const before = transactions(site);
    let answers;
    const others = await beside(site, quiet, async () => {
      answers = await flood(url, { n: 128, seconds: SECONDS, from: ATTACKER, ...how });
    });
    const spent = transactions(site) - before;
    const statuses = byStatus(answers);
    // An accepted call takes up to eight, each user beside it about 200 in all; a refused one takes none.
    const accepted = how.bodies === undefined ? 0 : (statuses[200] ?? 0);
    figure(name, `${answers.length} answers, ${JSON.stringify(statuses)}, ${spent} transactions`);
    check(
      Number.isNaN(spent) || spent < 8 * accepted + 400,
      `${name}: what is refused, or asked by all, costs no transactions`,
    );
    unharmed(name, others, { figure, check });
  };
  const history = `${site.base}/api/history`;
  await under('an account beyond its limit', history, { bodies: bodies.slice(0, 1) });
  await under('ten accounts of an address', history, { bodies: bodies.slice(1, 11) });
  await under('/readyz', `${site.base}/readyz`, {});
}
