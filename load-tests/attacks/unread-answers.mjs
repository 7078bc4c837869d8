/** Answers that nobody reads: whatever is asked for, they cost a bounded amount of memory, and others get theirs. */

import http from 'node:http';
import {
  beside,
  byStatus,
  call,
  callBytes,
  inSendQueues,
  megabytes,
  pause,
  practice,
  send,
  sql,
  unharmed,
  unread,
} from './client.mjs';

export const title = 'clients that ask for large answers and do not read them';
export const nUsers = 2;

const ATTACKER = '127.2.0.1';
const SCHOOL = '127.3.0.1';
const N_CONNECTIONS = 1950;
/** The most memory that all unread answers of an address may cost. */
const ENOUGH = 200 * 2 ** 20;

export async function attack({ site, users, memory, figure, check }) {
  const [{ token }, quiet] = users;
  const files = await filesOf(site);
  const largest = files.find((file) => file.path.endsWith('.js')) ?? files[0];
  figure('largest script', `${largest.path}, ${largest.length} bytes`);
  await call(site, 'singleplayer', practice(token, 20_000), ATTACKER);
  const { runs } = JSON.parse((await call(site, 'history', { token }, ATTACKER)).text);

  const get = (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const requests = {
    'a script': get(largest.path),
    'the description of the api': get('/api/openapi.json'),
    "one's own long run": callBytes('history/run', { token, id: runs[0].id }),
    ...(upload(site) && { 'an uploaded skin': get('/img/skins/uploaded.png') }),
  };
  for (const [name, request] of Object.entries(requests)) {
    const before = memory();
    let most = 0;
    let queued = 0;
    const answers = await beside(site, quiet, async () => {
      const close = await unread(site.base, request, ATTACKER, N_CONNECTIONS);
      for (let look = 0; look < 6; look++) {
        most = Math.max(most, memory());
        queued = Math.max(queued, inSendQueues(site.base));
        await pause(500);
      }
      await close();
    });
    figure(name, `${megabytes(before)}, then ${megabytes(most)}, and ${megabytes(queued)} in the system`);
    check(most - before < ENOUGH, `${name}: ${N_CONNECTIONS} unread answers cost less than ${megabytes(ENOUGH)}`);
    unharmed(name, answers, { figure, check });
    await pause(500);
  }

  const loaded = await school(site, files.slice(0, 30));
  figure('200 pupils of one address, 30 files each', JSON.stringify(byStatus(loaded)));
  check(
    loaded.every(({ status }) => status === 200),
    'a school that opens the site together gets every file',
  );
}

/** The files that the first page names, and those that these name, the longest first. */
async function filesOf(site) {
  const page = (await send(`${site.base}/`)).text;
  const found = new Set([...page.matchAll(/(?:src|href)="?(\/[^" >]+\.\w+)/g)].map(([, path]) => path));
  const files = [];
  for (const path of found) {
    const { status, text } = await send(`${site.base}${path}`);
    if (status === 200) files.push({ path, length: text.length });
  }
  if (files.length === 0) files.push({ path: '/api/openapi.json', length: 0 });
  return files.sort((one, other) => other.length - one.length);
}

/** 200 browsers with six connections each, which load these files. */
async function school(site, files) {
  const all = Array.from({ length: 30 }, (_, n) => files[n % files.length]);
  const pupil = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 6 });
    const answers = await Promise.all(all.map(({ path }) => get(`${site.base}${path}`, agent)));
    agent.destroy();
    return answers;
  };
  return (await Promise.all(Array.from({ length: 200 }, pupil))).flat();
}

function get(url, agent) {
  return new Promise((resolve) => {
    const headers = { 'Accept-Encoding': 'br' };
    const request = http.get(url, { agent, headers, localAddress: SCHOOL }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode }));
      answer.on('error', () => resolve({ status: 0 }));
    });
    request.on('error', () => resolve({ status: 0 }));
  });
}

/** Adds a skin with an image of 640 kB; false without psql. */
function upload(site) {
  const bytes = "(SELECT string_agg(sha256(n::text::bytea), '') FROM generate_series(1, 20000) AS n)";
  return (
    undefined !==
    sql(
      site,
      `INSERT INTO skins (filename, name, description, unlock, price_cents) VALUES ('uploaded', 'Uploaded', 'By an admin.', 'egg', 0);
     INSERT INTO skin_images (skin, png) VALUES ('uploaded', ${bytes})`,
    )
  );
}
