import { newName } from './api';
import { expect, test } from './fixtures';
import { enter, heard, openRoom, type State, TRANSPORTS } from './official-client';
import { TcpProxy } from './tcp-proxy';

/** How often the server looks whether a client is there, and how long it waits for the answer. */
const PING_INTERVAL_MS = 1000;
const PING_TIMEOUT_MS = 1000;

test.use({
  serverSettings: {
    COLIBRI_WAITING_MS: '1000',
    COLIBRI_COUNTDOWN_MS: '300',
    COLIBRI_PING_INTERVAL_MS: String(PING_INTERVAL_MS),
    COLIBRI_PING_TIMEOUT_MS: String(PING_TIMEOUT_MS),
  },
});

for (const [before, after] of [
  ['polling', 'polling'],
  ['websocket', 'websocket'],
  ['default', 'default'],
  ['polling', 'websocket'],
  ['websocket', 'polling'],
] as const) {
  test(`a racer on ${before} whose line is cut returns on ${after} and has lost nothing`, async ({ api, server }) => {
    const proxy = await TcpProxy.start(server.url);
    const code = await openRoom(api);
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

    // The client comes back by itself, as soon as it can.
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

for (const transport of ['polling', 'websocket'] as const) {
  test(`a racer on ${transport} whose line goes silent is seen to leave in time`, async ({ api, server }) => {
    const proxy = await TcpProxy.start(server.url);
    const code = await openRoom(api);
    const stays = await enter(api, server.url, newName('stays'), code, {});
    const drops = await enter(api, proxy.url, newName('drops'), code, TRANSPORTS[transport] ?? {});
    const started = heard(stays.socket, 'start');
    for (const racer of [stays, drops]) racer.socket.emit('join', { code, username: racer.username });
    await started;
    const left = heard(stays.socket, 'leave');
    proxy.silence();
    const silentSince = performance.now();
    expect(await left).toEqual({ username: drops.username });
    // A busy machine may add to it.
    expect(performance.now() - silentSince).toBeLessThan(PING_INTERVAL_MS + PING_TIMEOUT_MS + 2000);
    for (const { socket } of [stays, drops]) socket.disconnect();
    await proxy.stop();
  });
}
