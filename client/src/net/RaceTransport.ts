import type { Finish, RoomEvent } from './readEvent';
import type { ServerError } from './serverError';
import type { ClientEvents, ClockAnswer, FinishAnswer } from './wire';

/** The network of a race; tests pass a plain object. */
export interface RaceTransport {
  /** Connects to `room` as the owner of `token`, and reconnects until the connection is closed. */
  connect(token: string, room: string, listener: RaceListener): RaceConnection;
}

/** A listener for the events of a connection. */
export interface RaceListener {
  /** Called on every connect, the first one and later ones. */
  connected(): void;
  /** Called when the connection is lost; `error` is null if it reconnects by itself. */
  disconnected(error: ServerError | null): void;
  /** Called for each event of the server. */
  event(event: RoomEvent): void;
}

/** An open connection. Events sent while it is lost are dropped. */
export interface RaceConnection {
  send<Name extends Exclude<keyof ClientEvents, 'finish' | 'clock'>>(name: Name, payload: ClientEvents[Name]): void;
  /** Rejects without an answer. The result may have been recorded anyway; sending it again is harmless. */
  finish(payload: Finish): Promise<FinishAnswer>;
  /** Asks for the time on the room's clock. Rejects without an answer, as from a server of the version before. */
  clock(payload: ClientEvents['clock']): Promise<ClockAnswer>;
  close(): void;
}
