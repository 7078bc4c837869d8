import { io } from 'socket.io-client';
import type { RaceConnection, RaceListener, RaceTransport } from './RaceTransport';
import { readClockAnswer, readFinishAnswer, readServerEvent } from './readEvent';
import { type ErrorCode, isPassing, RESEND_MS, type ServerError } from './serverError';

/** The time after which an unanswered event counts as lost, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The error when the server closes the connection without a reason: its code for its own failures. */
const UNEXPLAINED: ServerError = { code: 'internal', reason: '' };

/** Races over Socket.IO. The only file that imports `socket.io-client`. */
export const raceSocket: RaceTransport = {
  connect(token: string, room: string, listener: RaceListener): RaceConnection {
    const socket = io({
      path: '/socket.io',
      auth: { token },
      // Lets a load balancer route all racers of a room to one server.
      query: { room },
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      timeout: 20_000,
    });
    socket.on('connect', () => listener.connected());
    // Socket.IO reconnects by itself unless the server closed the connection on purpose.
    socket.on('disconnect', (reason) => {
      const isBack = socket.active || reason === 'io client disconnect';
      listener.disconnected(isBack ? null : UNEXPLAINED);
    });
    let retry: ReturnType<typeof setTimeout> | undefined;
    socket.on('connect_error', ({ message, data }: Error & { data?: { code?: ErrorCode } }) => {
      const error = { code: data?.code, reason: message };
      const isBack = socket.active || isPassing(error);
      listener.disconnected(isBack ? null : error);
      if (isBack && !socket.active) retry = setTimeout(() => socket.connect(), RESEND_MS);
    });
    socket.onAny((name: string, payload: unknown) => {
      const event = readServerEvent(name, payload);
      // The server is shutting down, and the race continues on another one: reconnect without waiting for the close.
      if (event?.name === 'moved') socket.disconnect().connect();
      else if (event) listener.event(event);
      // A server of a newer release has sent it, and there is no race without it.
      else if (name === 'state') listener.disconnected({ code: 'unreadable', reason: 'The state cannot be read.' });
      else console.warn(`unreadable event "${name}"`, payload);
    });
    async function ask<Answer>(
      name: string,
      payload: object,
      read: (answer: unknown) => Answer | null,
    ): Promise<Answer> {
      if (!socket.connected) throw new Error('the connection is away');
      const answer = read(await socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck(name, payload));
      if (!answer) throw new Error(`the answer to ${name} cannot be read`);
      return answer;
    }
    return {
      // Socket.IO would buffer events while disconnected, and send them before we have joined again.
      send(name, payload) {
        if (socket.connected) socket.emit(name, payload);
      },
      finish: (payload) => ask('finish', payload, readFinishAnswer),
      clock: (payload) => ask('clock', payload, readClockAnswer),
      close() {
        clearTimeout(retry);
        socket.removeAllListeners();
        socket.disconnect();
      },
    };
  },
};
