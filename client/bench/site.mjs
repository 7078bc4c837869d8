/**
 * A stand-in for the site's server in benchmarks: the built client, one text, one guest or racer, and a race with four
 * others who advance by themselves.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import wire from '../../shared/fixtures/wire.json' with { type: 'json' };

const dist = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'dist');

const TYPES = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  mp3: 'audio/mpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** The compressed forms of a file from the build, best first, as the server sends them. */
const KEPT = Object.entries({ br: '.br', gzip: '.gz' });

const ME = 'typist';
const OTHERS = ['firethroat', 'snowcap', 'violetear', 'mangrove'];
const examples = Object.fromEntries(wire.server);
const LANES = [ME, ...OTHERS].map((username) => ({
  ...examples.join,
  username,
  skin: username === ME ? 'hummingbird' : username,
  completed: 0,
  connected: true,
}));

/** A full leaderboard, as the server sends it. */
const LEADERBOARD = Array.from({ length: 100 }, (_, index) => ({
  username: `racer_${index}`,
  country: 'cr',
  wpm: [120 - index],
  racesTotal: 300 - index,
  racesWon: 100 - index,
  bestRace: 150 - index,
  accuracy: [98],
  creationDate: '2026-01-01T00:00:00Z',
}));

/** The interval between advances of the other racers, in milliseconds: four racers at 100 wpm through 350 characters. */
const ADVANCE_MS = 100;

/** Returns the size of a file of the site, compressed by gzip, in bytes. */
export async function gzipBytes(address) {
  const file = path.join(dist, new URL(address).pathname);
  return (await stat(`${file}.gz`).catch(() => stat(file))).size;
}

/** The day of the calendar and of the daily race. */
const TODAY = '2026-11-28';

/** Serves on a free port until `close`; `bare` is one more page, at /bare. */
export async function openSite({ text, bare }) {
  const answers = {
    '/api/gettext': { author: 'Nobody', text, language: 'en' },
    '/api/isloggedin': { loggedin: true, username: ME, skin: 'hummingbird', verified: true, email: 'me@example.org' },
    '/api/play': { participants: LANES, text: { author: 'Nobody', text, language: 'en' }, username: ME },
    '/api/leaderboard': { data: LEADERBOARD },
    '/api/watch': { featured: null, races: [], best: null },
    '/api/history': { runs: [], next: null },
    '/api/history/days': { today: TODAY, since: TODAY, days: [], streak: 0, longest: 0 },
    '/api/today': { day: TODAY, today: TODAY, attempt: 'open', board: [] },
    '/api/singleplayer/stats': { status: 'ok', wpm: 0, accuracy: 0, time: 0, racesTotal: 0, bestRace: 0 },
  };
  const socket = raceSocket();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    if (url.pathname.startsWith('/socket.io')) return socket.poll(url, request, response);
    if (url.pathname.startsWith('/api')) return respond(response, 'json', JSON.stringify(answers[url.pathname] ?? {}));
    if (url.pathname === '/bare') return respond(response, 'html', bare);
    if (!path.extname(url.pathname)) return respond(response, 'html', await pageAt(url.pathname));
    const file = path.join(dist, path.normalize(url.pathname));
    const kind = path.extname(file).slice(1);
    const accepted = String(request.headers['accept-encoding']);
    for (const [encoding, ending] of KEPT) {
      const body = accepted.includes(encoding) ? await readFile(file + ending).catch(() => null) : null;
      if (body) return respond(response, kind, body, { 'content-encoding': encoding });
    }
    await readFile(file).then(
      (body) => respond(response, kind, body),
      () => response.writeHead(404).end(),
    );
  });
  server.on('upgrade', socket.upgrade);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      socket.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The page at a path, with the server's preload links for its screen. */
async function pageAt(pathname) {
  const page = await readFile(path.join(dist, 'index.html'), 'utf8');
  const preloads = await readFile(path.join(dist, 'routes.json'), 'utf8');
  const isLike = (pattern) => new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}/?$`).test(pathname);
  const [, links] = Object.entries(JSON.parse(preloads)).find(([pattern]) => pattern !== '*' && isLike(pattern)) ?? [];
  return page.replace('<body>', `${links ?? ''}<body>`);
}

function respond(response, kind, body, headers = {}) {
  response.writeHead(200, { 'content-type': TYPES[kind] ?? 'application/json', ...headers }).end(body);
}

/** The part of Engine.IO and Socket.IO that one client needs for a race: a handshake by polling, then the upgrade. */
function raceSocket() {
  const sockets = new WebSocketServer({ noServer: true });
  /** @type {import('node:http').ServerResponse | null} The client's open GET, until the upgrade. */
  let waiting = null;
  /** @type {import('ws').WebSocket | null} */
  let transport = null;
  /** @type {string[]} */
  let queue = [];
  /** @type {ReturnType<typeof runRace> | null} */
  let race = null;

  const flush = () => {
    if (transport) {
      for (const packet of queue.splice(0)) transport.send(packet);
    } else if (waiting && queue.length > 0) {
      waiting.end(queue.splice(0).join('\x1e'));
      waiting = null;
    }
  };
  const send = (packet) => {
    queue.push(packet);
    flush();
  };
  const hear = (packet) => {
    if (packet.startsWith('40')) send('40{"sid":"bench"}');
    if (packet.startsWith('42["join"')) race = runRace((name, payload) => send(`42${JSON.stringify([name, payload])}`));
  };
  const poll = async (url, request, response) => {
    if (!url.searchParams.has('sid')) {
      [transport, queue] = [null, []];
      const handshake = { sid: 'bench', upgrades: ['websocket'], pingInterval: 300_000, pingTimeout: 300_000 };
      response.end(`0${JSON.stringify({ ...handshake, maxPayload: 100_000 })}`);
    } else if (request.method === 'POST') {
      const body = (await request.toArray()).join('');
      response.end('ok');
      for (const packet of body.split('\x1e')) hear(packet);
    } else {
      waiting = response;
      flush();
    }
  };
  const upgrade = (request, connection, head) =>
    sockets.handleUpgrade(request, connection, head, (client) => {
      client.on('message', (data) => {
        const packet = data.toString();
        if (packet === '2probe') {
          client.send('3probe');
          waiting?.end('6');
          waiting = null;
        } else if (packet === '5') {
          transport = client;
          flush();
        } else {
          hear(packet);
        }
      });
      client.on('close', () => race?.stop());
    });
  return { poll, upgrade, close: () => race?.stop() };
}

/** A race that starts when we join it. The others start over at the end of the text, so it never ends. */
function runRace(send) {
  send('state', { code: 'BENCH', phase: 'running', ms: 0, participants: LANES });
  let tick = 0;
  const timer = setInterval(() => {
    tick += 1;
    const username = OTHERS[tick % OTHERS.length];
    send('typing', { username, completed: Math.floor(tick / OTHERS.length) % 100 });
  }, ADVANCE_MS);
  return { stop: () => clearInterval(timer) };
}
