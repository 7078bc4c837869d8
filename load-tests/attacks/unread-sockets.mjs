/** Racers' connections that send much and read nothing of what they are answered. */

import http from 'node:http';
import { beside, megabytes, most, pause, send, unharmed } from './client.mjs';

export const title = 'polling connections of a hundred accounts that never poll';
export const nUsers = 101;

const ATTACKER = '127.2.0.1';
const PATH = '/socket.io/?EIO=4&transport=polling';
/** As many as a user may have. */
const SOCKETS_PER_USER = 10;
/** Events in one payload, each of which has two answers. With more, the queue would be too long for any client. */
const N_PACKETS = 480;
/** The most memory that all of them may cost: what may wait for an address, and the connections themselves. */
const ENOUGH = 96 * 2 ** 20;

export async function attack({ site, users, memory, figure, check }) {
  const quiet = users.at(-1);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  const post = (sid, body) => send(`${site.base}${PATH}&sid=${sid}`, { method: 'POST', body, from: ATTACKER, agent });
  const events = Array.from({ length: N_PACKETS }, (_, n) => `42${n}["clock",{"code":"abcdefgh"}]`).join('\x1e');
  const before = memory();
  let entered = 0;
  let largest = 0;
  const answers = await beside(site, quiet, async () => {
    largest = await most(memory, async () => {
      for (const { token } of users.slice(0, -1)) {
        const silent = async () => {
          const { text } = await send(`${site.base}${PATH}`, { from: ATTACKER, agent });
          const { sid } = JSON.parse(text.slice(1));
          await post(sid, `40${JSON.stringify({ token })}`);
          const { text: welcome } = await send(`${site.base}${PATH}&sid=${sid}`, { from: ATTACKER, agent });
          if (welcome.startsWith('40')) entered += 1;
          await post(sid, events);
        };
        await Promise.all(Array.from({ length: SOCKETS_PER_USER }, silent));
      }
      await pause(2000);
    });
  });
  agent.destroy();
  figure('connections that entered', entered);
  figure('memory', `${megabytes(before)}, then ${megabytes(largest)}`);
  check(entered > 900, 'nearly all of them enter');
  check(largest - before < ENOUGH, `they cost less than ${megabytes(ENOUGH)}`);
  unharmed('sockets', answers, { figure, check });
}
