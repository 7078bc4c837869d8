import * as v from 'valibot';
import {
  type ClientEvents,
  type ClockAnswer,
  clockAnswer,
  type FinishAnswer,
  finishAnswer,
  serverEvents,
} from './wire';

export type ServerEvents = { [Name in keyof typeof serverEvents]: v.InferOutput<(typeof serverEvents)[Name]> };

/** Any event of the server, tagged by its name. */
export type ServerEvent = {
  [Name in keyof ServerEvents]: { name: Name; payload: ServerEvents[Name] };
}[keyof ServerEvents];

/** Any event except `moved`, which is about the connection. */
export type RoomEvent = Exclude<ServerEvent, { name: 'moved' }>;

/** The payload of `finish`. `token` and `date` (ISO 8601) are in the contract, but the engine needs neither. */
export type Finish = ClientEvents['finish'] & { token: string; date: string };

/** Reads an event of the server; null if it is unknown or unreadable. */
export function readServerEvent(name: string, payload: unknown): ServerEvent | null {
  if (!Object.hasOwn(serverEvents, name)) return null;
  const read = v.safeParse<v.GenericSchema>(serverEvents[name as keyof ServerEvents], payload);
  return read.success ? ({ name, payload: read.output } as ServerEvent) : null;
}

/** Reads the answer to a `finish`; null if it is unreadable. */
export function readFinishAnswer(answer: unknown): FinishAnswer | null {
  return read(finishAnswer, answer);
}

/** Reads the answer to a `clock`; null if it is unreadable. */
export function readClockAnswer(answer: unknown): ClockAnswer | null {
  return read(clockAnswer, answer);
}

function read<Answer>(schema: v.GenericSchema<unknown, Answer>, answer: unknown): Answer | null {
  const read = v.safeParse(schema, answer);
  return read.success ? read.output : null;
}
