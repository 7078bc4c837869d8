/** Idle connections in a shell that allows 1,024 open files: the site answers others. */

import http from 'node:http';
import { beside, byStatus, pause, unharmed } from './client.mjs';

export const title = 'more idle connections than files that may be open';
export const nUsers = 1;
export const openFiles = 1024;

const ATTACKER = '127.2.0.1';

export async function attack({ site, users, figure, check }) {
  const agents = [];
  const answers = [];
  const others = await beside(site, users[0], async () => {
    for (let n = 0; n < 1200; n++) {
      // Each connection stays open after its answer, as far as the site lets it.
      const agent = new http.Agent({ keepAlive: true });
      agents.push(agent);
      answers.push(await kept(`${site.base}/healthz`, agent));
      if (n % 200 === 199) await pause(200);
    }
    await pause(2000);
  });
  for (const agent of agents) agent.destroy();
  const isKept = answers.filter(({ keepsOpen }) => keepsOpen).length;
  figure('idle connections', `${JSON.stringify(byStatus(answers))}, ${isKept} kept open`);
  unharmed('idle connections', others, { figure, check });
}

/** Asks on one connection, which is then kept. */
function kept(url, agent) {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, localAddress: ATTACKER }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode, keepsOpen: answer.headers.connection !== 'close' }));
    });
    request.on('error', () => resolve({ status: 0, keepsOpen: false }));
  });
}
