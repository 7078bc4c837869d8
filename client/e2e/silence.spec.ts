import { newName } from './api';
import { expect, test } from './fixtures';
import { enter, heard, TRANSPORTS } from './official-client';
import { TcpProxy } from './tcp-proxy';

/** The interval of the server's heartbeats, and the time in which a client must answer. */
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

for (const transport of ['polling', 'websocket'] as const) {
  test(`a racer on ${transport} whose connection goes silent is disconnected in time`, async ({ api, server }) => {
    const proxy = await TcpProxy.start(server.url);
    const code = await api.openRoom(await api.signUp(newName('host')));
    const stays = await enter(api, server.url, newName('stays'), code, {});
    const drops = await enter(api, proxy.url, newName('drops'), code, TRANSPORTS[transport] ?? {});
    const started = heard(stays.socket, 'start');
    for (const racer of [stays, drops]) racer.socket.emit('join', { code, username: racer.username });
    await started;
    const left = heard(stays.socket, 'leave');
    proxy.silence();
    const silentSince = performance.now();
    expect(await left).toEqual({ username: drops.username });
    // A busy machine may take longer.
    expect(performance.now() - silentSince).toBeLessThan(PING_INTERVAL_MS + PING_TIMEOUT_MS + 2000);
    for (const { socket } of [stays, drops]) socket.disconnect();
    await proxy.stop();
  });
}
