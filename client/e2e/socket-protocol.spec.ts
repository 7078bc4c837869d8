import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';

import { io, type Socket } from 'socket.io-client';
import { TRANSPORTS } from './official-client';
import { binary, listening, type Served } from './server';

let echo: Served;

test.beforeAll(async () => {
  const settings = { PORT: '0', PING_TIMEOUT_MS: '20000' };
  echo = await listening(join(dirname(binary()), 'examples', 'echo'), [], { ...process.env, ...settings });
});

test.afterAll(() => {
  echo.child.kill();
});

const heard = (socket: Socket, event: string) =>
  new Promise<unknown[]>((resolve) => {
    socket.once(event, (...args: unknown[]) => resolve(args));
  });

const BYTES = Buffer.from([0, 1, 2, 253, 254, 255]);

for (const [name, options] of Object.entries(TRANSPORTS)) {
  test.describe(`the official client with ${name}`, () => {
    let sockets: Socket[] = [];
    const connect = (namespace: string, more: object = {}) => {
      const socket = io(`${echo.url}${namespace}`, { reconnection: false, forceNew: true, ...options, ...more });
      sockets.push(socket);
      return socket;
    };

    test.afterEach(() => {
      for (const socket of sockets) socket.disconnect();
      sockets = [];
    });

    test('receives its events unchanged, text and binary', async () => {
      const socket = connect('/', { auth: { token: '123' } });
      expect(await heard(socket, 'auth')).toEqual([{ token: '123' }]);
      const cases = [
        [],
        [1, 'é😀', null, { deep: [true] }],
        [BYTES],
        [{ deep: [BYTES] }, 'and', Buffer.alloc(2000, 7)],
      ];
      for (const args of cases) {
        const back = heard(socket, 'message-back');
        socket.emit('message', ...args);
        expect(await back).toEqual(args);
      }
      expect(socket.io.engine.transport.name).toBe(name === 'polling' ? 'polling' : 'websocket');
    });

    test('is acknowledged and acknowledges, text and binary', async () => {
      const socket = connect('/');
      for (const args of [
        [1, 'two'],
        [BYTES, { three: 3 }],
      ]) {
        const answer = await new Promise((resolve) => {
          socket.emit('message-with-ack', ...args, (...answer: unknown[]) => resolve(answer));
        });
        expect(answer).toEqual(args);
        socket.once('question', (...question: unknown[]) => {
          const answer = question.pop() as (...args: unknown[]) => void;
          answer(...question, BYTES);
        });
        const asked = heard(socket, 'asked');
        socket.emit('ask', ...args);
        expect(await asked).toEqual([...args, BYTES]);
      }
    });

    test('joins several namespaces over one connection, and leaves them one by one', async () => {
      const main = connect('/');
      const custom = main.io.socket('/custom', { auth: { side: 'custom' } });
      sockets.push(custom);
      expect(await Promise.all([heard(main, 'auth'), heard(custom, 'auth')])).toEqual([[{}], [{ side: 'custom' }]]);
      expect(custom.id).not.toBe(main.id);
      custom.disconnect();
      const back = heard(main, 'message-back');
      main.emit('message', 'still here');
      expect(await back).toEqual(['still here']);
    });

    test('gets the reason for a refused namespace, and keeps the others', async () => {
      const main = connect('/');
      await heard(main, 'connect');
      const random = main.io.socket('/random');
      sockets.push(random);
      expect(await heard(random, 'connect_error')).toMatchObject([{ message: 'Invalid namespace' }]);
      expect(main.connected).toBe(true);
    });

    test('is notified when the server disconnects it, and when the server closes', async () => {
      const away = connect('/');
      const reason = heard(away, 'disconnect');
      away.emit('leave');
      expect((await reason)[0]).toBe('io server disconnect');
      const broken = connect('/');
      await heard(broken, 'connect');
      const closed = heard(broken, 'disconnect');
      broken.io.engine.write('abc');
      expect(['transport close', 'transport error']).toContain((await closed)[0]);
    });
  });
}
