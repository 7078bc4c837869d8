import { io } from 'socket.io-client';

import { newName } from './api';
import { expect, test } from './fixtures';
import { enter, heard, type Racer, TRANSPORTS } from './official-client';

/** The speed of the racers in characters per second: 216 words per minute, since faster ones are held for a look. */
const SPEED = 18;
/** The interval between their reports. */
const REPORT_MS = 100;

/** Types `length` characters at SPEED, and reports progress meanwhile. */
function type({ socket, username }: Racer, code: string, length: number): Promise<void> {
  const began = performance.now();
  return new Promise((resolve) => {
    const report = setInterval(() => {
      const typed = Math.min(length, Math.floor(((performance.now() - began) / 1000) * SPEED));
      const completed = Math.round((typed / length) * 100);
      socket.emit('typing', { completed, code, username });
      if (typed < length) return;
      clearInterval(report);
      resolve();
    }, REPORT_MS);
  });
}

test('racers on every transport of the official client race each other to the end', async ({ api, server }) => {
  const code = await api.openRoom(await api.signUp(newName('host')));
  const racers = await Promise.all(
    Object.entries(TRANSPORTS).map(([name, options]) => enter(api, server.url, newName(name), code, options)),
  );
  const { text } = await api.post<{ text: { text: string } }>('/api/play', { token: racers[0]?.token, code });
  const length = [...text.text].length;

  const finishers = racers.map(({ socket }) => {
    const names: string[] = [];
    return new Promise<string[]>((resolve) => {
      socket.on('finish', ({ username }: { username: string }) => {
        if (names.push(username) === racers.length) resolve(names);
      });
    });
  });
  const started = racers.map(({ socket }) => heard(socket, 'start'));
  for (const { socket, username } of racers) socket.emit('join', { code, username });
  await Promise.all(started);

  const answers = await Promise.all(
    racers.map(async (racer) => {
      await type(racer, code, length);
      const { socket, username } = racer;
      return socket.emitWithAck('finish', { username, code, accuracy: 97.5, token: racer.token, date: new Date() });
    }),
  );
  for (const answer of answers) expect(answer).toMatchObject({ wpm: expect.any(Number), time: expect.any(Number) });

  const orders = await Promise.all(finishers);
  expect(new Set(orders[0])).toEqual(new Set(racers.map(({ username }) => username)));
  expect(new Set(orders.map(String)).size).toBe(1);
  const upgraded = racers[0]?.socket.io.engine.transport.name;
  expect(upgraded).toBe('websocket');
  for (const { socket, username } of racers) {
    socket.disconnect();
    expect(await api.post('/api/getstats', { username })).toMatchObject({ racesTotal: 1, accuracy: 97.5 });
  }
});

test('a socket without a valid token is refused with a reason', async ({ server }) => {
  for (const auth of [{}, { token: 'nobody' }, { token: 7 }]) {
    const socket = io(server.url, { auth, forceNew: true, reconnection: false });
    const error = await heard<Error>(socket, 'connect_error');
    expect(error.message).toMatch(/\w+ .*\w/);
    socket.disconnect();
  }
});

interface Watched {
  phase: string;
  text?: string;
  lanes: { username?: string; completed: number }[];
}

test('anyone watches a public race on every transport of the official client', async ({ api, server }) => {
  const host = await api.signUp(newName('host'));
  const { code } = await api.post<{ code: string }>('/api/multiplayer', { token: host });
  const racer = await enter(api, server.url, newName('seen'), code, {});
  racer.socket.emit('join', { code, username: racer.username });
  const watchers = Object.values(TRANSPORTS).map((options) =>
    io(`${server.url}/watch`, { auth: { room: code }, forceNew: true, ...options }),
  );
  const running = await Promise.all(
    watchers.map(
      (watcher) =>
        new Promise<Watched>((resolve) => {
          watcher.on('watch', (race: Watched) => {
            if (race.phase === 'running') resolve(race);
            else if (race.phase !== 'finished') expect(race.text).toBeUndefined();
          });
        }),
    ),
  );
  const pictures = watchers.map((watcher) => heard<{ completed: number[] }>(watcher, 'picture'));
  // Again and again, since a picture is left out while another packet is on its way.
  let typed = 0;
  const typing = setInterval(() => racer.socket.emit('typing', { code, completed: ++typed }), 400);
  for (const { text, lanes } of running) {
    expect(text).toMatch(/\w/);
    expect(lanes.map(({ username }) => username)).toContain(racer.username);
  }
  for (const { completed } of await Promise.all(pictures)) expect(Math.max(...completed)).toBeGreaterThan(0);
  clearInterval(typing);
  for (const socket of [racer.socket, ...watchers]) socket.disconnect();
});

test('a watcher of a room that does not exist is told so and disconnected', async ({ server }) => {
  const watcher = io(`${server.url}/watch`, { auth: { room: 'zzzzzzzz' }, forceNew: true });
  const [fault, reason] = await Promise.all([heard(watcher, 'fault'), heard(watcher, 'disconnect')]);
  expect(fault).toMatchObject({ event: 'watch', code: 'unknown-room' });
  expect(reason).toBe('io server disconnect');
});
