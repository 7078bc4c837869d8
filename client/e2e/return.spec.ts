import { newName } from './api';
import { expect, test } from './fixtures';
import { enter, heard, type State, TRANSPORTS } from './official-client';
import { TcpProxy } from './tcp-proxy';

// A racer cut off between two polls is detected only by a missing pong.
test.use({
  serverSettings: {
    COLIBRI_WAITING_MS: '1000',
    COLIBRI_COUNTDOWN_MS: '300',
    COLIBRI_PING_INTERVAL_MS: '2000',
    COLIBRI_PING_TIMEOUT_MS: '5000',
  },
});

for (const [before, after] of [
  ['polling', 'polling'],
  ['websocket', 'websocket'],
  ['default', 'default'],
  ['polling', 'websocket'],
  ['websocket', 'polling'],
] as const) {
  test(`a racer cut off on ${before} returns on ${after} without losses`, async ({ api, server }) => {
    const proxy = await TcpProxy.start(server.url);
    const code = await api.openRoom(await api.signUp(newName('host')));
    const stays = await enter(api, server.url, newName('stays'), code, {});
    const drops = await enter(api, proxy.url, newName('drops'), code, TRANSPORTS[before] ?? {});
    const { username } = drops;
    const started = heard(stays.socket, 'start');
    for (const racer of [stays, drops]) racer.socket.emit('join', { code, username: racer.username });
    await started;
    const progress = heard(stays.socket, 'typing');
    drops.socket.emit('typing', { completed: 1, code, username });
    expect(await progress).toEqual({ username, completed: 1 });

    const left = heard(stays.socket, 'leave');
    const lost = heard(drops.socket, 'disconnect');
    proxy.cut();
    expect(await left).toEqual({ username });
    await lost;

    // The client reconnects by itself as soon as it can.
    const back = heard(stays.socket, 'join');
    const state = heard<State>(drops.socket, 'state');
    drops.socket.io.opts.transports = TRANSPORTS[after]?.transports ?? ['polling', 'websocket'];
    drops.socket.once('connect', () => drops.socket.emit('join', { code, username }));
    proxy.open();
    expect(await back).toMatchObject({ username });
    const { phase, participants } = await state;
    expect(phase).toBe('running');
    const own = participants.find((participant) => participant.username === username);
    expect(own).toMatchObject({ completed: 1, connected: true });

    const on = heard(stays.socket, 'typing');
    drops.socket.emit('typing', { completed: 2, code, username });
    expect(await on).toEqual({ username, completed: 2 });
    for (const { socket } of [stays, drops]) socket.disconnect();
    await proxy.stop();
  });
}
