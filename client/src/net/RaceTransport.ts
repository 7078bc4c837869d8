import type { ServerError } from './serverError';
import type { ClientEvents, Finish, FinishAnswer, RoomEvent } from './wire';

/** The network of a race; tests pass a plain object. */
export interface RaceTransport {
  /** Connects as the owner of `token` to race in `room`, and keeps trying until it is closed. */
  connect(token: string, room: string, listener: RaceListener): RaceConnection;
}

/** The listener to the events of a connection. */
export interface RaceListener {
  /** Connected for the first time, or again. */
  connected(): void;
  /** Away: null when the connection tries to come back by itself, else why it will not. */
  disconnected(error: ServerError | null): void;
  /** The server said something. */
  event(event: RoomEvent): void;
}

/** An open connection. What is sent while it is away is dropped. */
export interface RaceConnection {
  send<Name extends Exclude<keyof ClientEvents, 'finish'>>(name: Name, payload: ClientEvents[Name]): void;
  /** Rejects when no answer came; the result may be safe all the same, and sending again does no harm. */
  finish(payload: Finish): Promise<FinishAnswer>;
  close(): void;
}
