import { io, type Socket } from 'socket.io-client';

import { type Api, newName } from './api';

/** The transports of the official client: its default (polling, then an upgrade), and each alone. */
export const TRANSPORTS: Record<string, { transports?: ('polling' | 'websocket')[] }> = {
  default: {},
  polling: { transports: ['polling'] },
  websocket: { transports: ['websocket'] },
};

export interface Racer {
  username: string;
  token: string;
  socket: Socket;
}

export interface State {
  phase: string;
  participants: { username: string; completed: number; connected: boolean; finish?: { time: number; wpm: number } }[];
}

/** The payload of the next event. */
export const heard = <T>(socket: Socket, event: string) =>
  new Promise<T>((resolve) => {
    socket.once(event, resolve);
  });

/** Signs up, takes a seat and connects. */
export async function enter(api: Api, url: string, username: string, code: string, options: object): Promise<Racer> {
  const token = await api.signUp(username);
  await api.post('/api/play', { token, code });
  return { username, token, socket: io(url, { auth: { token }, forceNew: true, ...options }) };
}

/** Lets another racer join the room; `disconnect` of the returned socket makes them leave. */
export async function fillRoom(api: Api, url: string, code: string): Promise<Socket> {
  const { socket, username } = await enter(api, url, newName('opponent'), code, {});
  return socket.emit('join', { code, username });
}
