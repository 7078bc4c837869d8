import type * as v from 'valibot';
import type { ErrorCode } from './serverError';
import type { watchEvents } from './watchWire';

/** Any event for watchers, tagged by its name. */
export type WatchEvent = {
  [Name in keyof typeof watchEvents]: { name: Name; payload: v.InferOutput<(typeof watchEvents)[Name]> };
}[keyof typeof watchEvents];

/** The network of a race that is watched; tests pass a plain object. */
export interface WatchTransport {
  /** Connects once to `room`. */
  connect(room: string, listener: WatchListener): { close(): void };
}

/** A listener for the events of a connection. */
export interface WatchListener {
  event(event: WatchEvent): void;
  /** Called when the connection is lost, or refused with `code`; it does not come back by itself. */
  lost(code: ErrorCode | null): void;
}
