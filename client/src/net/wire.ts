/**
 * What the browser says and hears over the socket; the same shapes as `shared/src/wire.rs`. One example of each stands
 * in `shared/fixtures/wire.json`, which the tests of both sides read.
 */

/** A racer as the others see them. */
export interface Participant {
  username: string;
  /** File name of the skin, without `.png`. */
  skin: string;
}

/** What a racer reached. */
export interface Outcome {
  /** Seconds from the start by the room's clock, two decimals. */
  time: number;
  /** Words per minute, two decimals. */
  wpm: number;
}

/** One racer in a `state`. */
export interface Lane extends Participant {
  /** How much of the text is typed, in whole percent. */
  completed: number;
  connected: boolean;
  finish?: Outcome;
}

/** Payload of `waiting`. */
export interface WaitingLeft {
  /** Left, in milliseconds. */
  ms: number;
  /** From then to the start of the race, in milliseconds. */
  countdown: number;
}

/** Where the race stands, in the words of the engine. */
export type WirePhase = 'waiting' | 'starting' | 'running' | 'finished';

/** The full picture, to a socket that joins or returns. */
export interface State {
  code: string;
  phase: WirePhase;
  /** Left while waiting and starting; since the start while running; the whole race when finished. */
  ms: number;
  /** As in `waiting`, while waiting. */
  countdown?: number;
  participants: Lane[];
}

/** The events that the server sends, by name, with their payload. */
export interface ServerEvents {
  join: Participant;
  state: State;
  waiting: WaitingLeft;
  starting: { ms: number };
  start: { ms?: number };
  typing: { username: string; completed: number };
  leave: { username: string };
  finish: Outcome & { username: string };
  fault: { event: string; reason: string };
}

/** Payload of `finish`; `token` and `date` are the contract's, the engine needs neither. */
export interface Finish {
  username: string;
  code: string;
  accuracy: number;
  token: string;
  /** ISO 8601. */
  date: string;
  /** Every key of the run; left out when it is too long for one event. */
  keystrokes?: string;
}

/** The reason that is told to a window whose race its own racer has joined from another one. */
export const TAKEN_OVER = 'You joined this race from another window.';

/** The events that the browser sends, by name, with their payload. */
export interface ClientEvents {
  join: { code: string; username: string };
  typing: { completed: number; code: string; username: string };
  starting: { code: string };
  start: { code: string };
  finish: Finish;
}

/** The answer to a `finish`: recorded, with the skins that it unlocked, or refused with a sentence for people. */
export type FinishAnswer = (Outcome & { skins?: string[] }) | { reason: string };

/** Any event of the server, tagged by its name. */
export type ServerEvent = {
  [Name in keyof ServerEvents]: { name: Name; payload: ServerEvents[Name] };
}[keyof ServerEvents];

/** Longest `keystrokes` that fit the engine's 4 KiB per event beside the other fields, in bytes of JSON. */
export const LONGEST_KEYSTROKES_BYTES = 3000;

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string);
const shape =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const isOutcome = shape({ time: isNumber, wpm: isNumber });
const isRecorded = shape({ time: isNumber, wpm: isNumber, skins: optional(listOf(isString)) });
const isRefused = shape({ reason: isString });

const isPayload: Record<keyof ServerEvents, Check> = {
  join: shape({ username: isString, skin: isString }),
  state: shape({
    code: isString,
    phase: oneOf('waiting', 'starting', 'running', 'finished'),
    ms: isNumber,
    countdown: optional(isNumber),
    participants: listOf(
      shape({
        username: isString,
        skin: isString,
        completed: isNumber,
        connected: isBoolean,
        finish: optional(isOutcome),
      }),
    ),
  }),
  waiting: shape({ ms: isNumber, countdown: isNumber }),
  starting: shape({ ms: isNumber }),
  start: shape({ ms: optional(isNumber) }),
  typing: shape({ username: isString, completed: isNumber }),
  leave: shape({ username: isString }),
  finish: shape({ username: isString, time: isNumber, wpm: isNumber }),
  fault: shape({ event: isString, reason: isString }),
};

/** Reads an event of the server; null for one that this client does not know or cannot read. */
export function readServerEvent(name: string, payload: unknown): ServerEvent | null {
  if (!Object.hasOwn(isPayload, name)) return null;
  if (!isPayload[name as keyof ServerEvents](payload)) return null;
  return { name, payload } as ServerEvent;
}

/** Reads the answer to a `finish`; null when it is none. */
export function readFinishAnswer(answer: unknown): FinishAnswer | null {
  return isRecorded(answer) || isRefused(answer) ? (answer as FinishAnswer) : null;
}
