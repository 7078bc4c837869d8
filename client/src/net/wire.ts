import * as v from 'valibot';
import type { ErrorCode } from './serverError';

/**
 * The messages of the socket in both directions, in the shapes of `shared/src/wire.rs`. The tests of both sides read
 * one example of each from `shared/fixtures/wire.json`.
 */

/** A racer as the others see them. */
const participant = v.object({
  username: v.string(),
  /** File name of the skin, without `.png`. */
  skin: v.string(),
});

/** The result of a racer. */
const outcome = v.object({
  /** Seconds from the start by the room's clock, two decimals. */
  time: v.number(),
  /** Words per minute, two decimals. */
  wpm: v.number(),
  /** True if the result counts for nothing: it came faster than a finish is believed without its keys. */
  unranked: v.optional(v.boolean()),
});

/** One racer in a `state`. */
const lane = v.object({
  ...participant.entries,
  /** The typed part of the text, in whole percent. */
  completed: v.number(),
  connected: v.boolean(),
  finish: v.optional(outcome),
});

/** The full state, to a socket that joins or returns. */
const state = v.object({
  code: v.string(),
  phase: v.picklist(['waiting', 'starting', 'running', 'finished']),
  /** Milliseconds: left while waiting and starting, since the start while running, of the whole race when finished. */
  ms: v.number(),
  /** As in `waiting`, while waiting. */
  countdown: v.optional(v.number()),
  participants: v.array(lane),
});

/** The reason for a refusal. */
const refused = v.object({
  /** A sentence for people, in English. */
  reason: v.string(),
  /** Missing if the engine is older than this page. */
  code: v.optional(v.custom<ErrorCode>((code) => typeof code === 'string')),
});

/** The payloads of the server's events, by name. */
const serverEvents = {
  join: participant,
  state,
  /** The milliseconds left (`ms`), and from then to the start of the race (`countdown`). */
  waiting: v.object({ ms: v.number(), countdown: v.number() }),
  starting: v.object({ ms: v.number() }),
  start: v.object({ ms: v.optional(v.number()) }),
  typing: v.object({ username: v.string(), completed: v.number() }),
  leave: v.object({ username: v.string() }),
  finish: v.object({ username: v.string(), ...outcome.entries }),
  fault: v.object({ event: v.string(), ...refused.entries }),
  /** This server is about to stop, and the race continues at another one. */
  moved: v.object({}),
};

/** The answer to a `finish`: recorded, with the skins that it unlocked, or refused. */
const finishAnswer = v.union([v.object({ ...outcome.entries, skins: v.optional(v.array(v.string())) }), refused]);

export type Participant = v.InferOutput<typeof participant>;
export type Outcome = v.InferOutput<typeof outcome>;
export type Lane = v.InferOutput<typeof lane>;
export type State = v.InferOutput<typeof state>;
export type FinishAnswer = v.InferOutput<typeof finishAnswer>;
export type ServerEvents = { [Name in keyof typeof serverEvents]: v.InferOutput<(typeof serverEvents)[Name]> };

/** Any event of the server, tagged by its name. */
export type ServerEvent = {
  [Name in keyof ServerEvents]: { name: Name; payload: ServerEvents[Name] };
}[keyof ServerEvents];

/** Any event except `moved`, which is about the connection. */
export type RoomEvent = Exclude<ServerEvent, { name: 'moved' }>;

/** The payload of `finish`. `token` and `date` are in the contract, but the engine needs neither. */
export interface Finish {
  username: string;
  code: string;
  accuracy: number;
  token: string;
  /** ISO 8601. */
  date: string;
  /** Every key of the run; omitted if too long for one event. */
  keystrokes?: string;
  /** The milliseconds since the start of each key, for the review; omitted if unknown, or too long for one event. */
  times?: number[];
}

/** The payloads of the browser's events, by name. */
export interface ClientEvents {
  join: { code: string; username: string };
  typing: { completed: number; code: string; username: string };
  starting: { code: string };
  start: { code: string };
  finish: Finish;
}

/** Reads an event of the server; null if it is unknown or unreadable. */
export function readServerEvent(name: string, payload: unknown): ServerEvent | null {
  if (!Object.hasOwn(serverEvents, name)) return null;
  const read = v.safeParse<v.GenericSchema>(serverEvents[name as keyof ServerEvents], payload);
  return read.success ? ({ name, payload: read.output } as ServerEvent) : null;
}

/** Reads the answer to a `finish`; null if it is unreadable. */
export function readFinishAnswer(answer: unknown): FinishAnswer | null {
  const read = v.safeParse(finishAnswer, answer);
  return read.success ? read.output : null;
}
