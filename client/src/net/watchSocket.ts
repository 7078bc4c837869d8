import { io } from 'socket.io-client';
import * as v from 'valibot';
import type { ErrorCode } from './serverError';
import type { WatchEvent, WatchTransport } from './WatchTransport';
import { watchEvents } from './watchWire';

/** The time that a connection may take, in milliseconds. */
const CONNECT_TIMEOUT_MS = 20_000;

/** Watches races over Socket.IO, without an account. */
export const watchSocket: WatchTransport = {
  connect(room, listener) {
    const socket = io('/watch', {
      path: '/socket.io',
      auth: { room },
      // Lets a load balancer route all who are in a room to one server.
      query: { room },
      // The race says when to connect again: the watchers of a lost server must not come back all at once.
      reconnection: false,
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
    });
    socket.on('disconnect', () => listener.lost(null));
    socket.on('connect_error', ({ data }: Error & { data?: { code?: ErrorCode } }) =>
      listener.lost(data?.code ?? null),
    );
    socket.onAny((name: string, payload: unknown) => {
      const event = readWatchEvent(name, payload);
      if (event) listener.event(event);
      else console.warn(`unreadable event "${name}"`, payload);
    });
    return {
      close() {
        socket.removeAllListeners();
        socket.disconnect();
      },
    };
  },
};

/** Reads an event of the server; null if it is unknown or unreadable. */
function readWatchEvent(name: string, payload: unknown): WatchEvent | null {
  if (!Object.hasOwn(watchEvents, name)) return null;
  const read = v.safeParse<v.GenericSchema>(watchEvents[name as keyof typeof watchEvents], payload);
  return read.success ? ({ name, payload: read.output } as WatchEvent) : null;
}
