import { io } from 'socket.io-client';
import type { RaceConnection, RaceListener, RaceTransport } from './RaceTransport';
import type { ServerError } from './serverError';
import { readFinishAnswer, readServerEvent } from './wire';

/** The time after which an unanswered `finish` counts as lost and is sent again, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Told when the server ended the connection without saying why; it calls its own mistakes that. */
const UNEXPLAINED: ServerError = { code: 'internal', reason: '' };

/** Races over Socket.IO: the only file that knows of `socket.io-client`. */
export const raceSocket: RaceTransport = {
  connect(token: string, room: string, listener: RaceListener): RaceConnection {
    const socket = io({
      path: '/socket.io',
      auth: { token },
      // For a load balancer, which leads all racers of a room to one server by it.
      query: { room },
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      timeout: 20_000,
    });
    socket.on('connect', () => listener.connected());
    // Socket.IO comes back by itself unless the server ended the connection on purpose.
    socket.on('disconnect', (reason) => {
      const isBack = socket.active || reason === 'io client disconnect';
      listener.disconnected(isBack ? null : UNEXPLAINED);
    });
    socket.on('connect_error', (error) => {
      // A refusal to connect has no code.
      listener.disconnected(socket.active ? null : { reason: error.message });
    });
    socket.onAny((name: string, payload: unknown) => {
      const event = readServerEvent(name, payload);
      // No need to wait until the server closes the connection.
      if (event?.name === 'moved') socket.disconnect().connect();
      else if (event) listener.event(event);
      else console.warn(`unreadable event "${name}"`, payload);
    });
    return {
      // Socket.IO would keep what is sent while away, and send it before we have joined again.
      send(name, payload) {
        if (socket.connected) socket.emit(name, payload);
      },
      async finish(payload) {
        if (!socket.connected) throw new Error('the connection is away');
        const answer = readFinishAnswer(await socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck('finish', payload));
        if (!answer) throw new Error('the answer to finish cannot be read');
        return answer;
      },
      close() {
        socket.removeAllListeners();
        socket.disconnect();
      },
    };
  },
};
