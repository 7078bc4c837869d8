// Written by `make generate` from the events that shared/src/wire.rs declares.
import * as v from 'valibot';
import type { Rule } from './api';
import type { ErrorCode } from './serverError';

/** Any text, since this page may not know an error of a newer engine. */
const errorCode = v.custom<ErrorCode>((code) => typeof code === 'string');

/** Any text, since this page may not know a rule of a newer api. */
const rule = v.custom<Rule>((name) => typeof name === 'string');

/** A racer as the others see them. */
export const participant = v.object({
  /** Their name. */
  username: v.string(),
  /** File name of the skin they wear, without `.png`. */
  skin: v.string(),
  /** The lower end, in wpm, of their division in the language of the text; absent before their first verified race in it. */
  division: v.optional(v.number()),
});
export type Participant = v.InferOutput<typeof participant>;

/** The result of a racer who finished. */
export const outcome = v.object({
  /** Seconds from the start by the room's clock, two decimals. */
  time: v.number(),
  /** Words per minute, two decimals. */
  wpm: v.number(),
  /** True if the result is saved, but counts for nothing; absent otherwise. */
  unranked: v.optional(v.boolean()),
  /** True if the result is not verified, for example because the room has not seen the keys while they were typed; absent otherwise. */
  unverified: v.optional(v.boolean()),
  /** The network delay that does not count, in whole milliseconds; absent if there is none. */
  credited: v.optional(v.number()),
});
export type Outcome = v.InferOutput<typeof outcome>;

/** One racer in a `state`. */
export const lane = v.object({
  /** Their name. */
  username: v.string(),
  /** File name of the skin they wear, without `.png`. */
  skin: v.string(),
  /** The lower end, in wpm, of their division in the language of the text; absent before their first verified race in it. */
  division: v.optional(v.number()),
  /** The part of the text that they typed, in whole percent. */
  completed: v.number(),
  /** True while a socket of theirs is in the room. */
  connected: v.boolean(),
  finish: v.optional(outcome),
});
export type Lane = v.InferOutput<typeof lane>;

/** Payload of `state`: everything that a client needs to show the room. */
export const state = v.object({
  ms: v.number(),
  /** Milliseconds from then to the start of the race. */
  countdown: v.optional(v.number()),
  phase: v.picklist(['waiting', 'starting', 'running', 'finished']),
  /** The start of the race on the room's clock, in whole milliseconds. */
  at: v.optional(v.number()),
  /** The room. */
  code: v.string(),
  /** All racers with a seat, in the order in which they took it. */
  participants: v.array(lane),
  /** The name of the racer who may start this private race; absent in other rooms, and once the countdown runs. */
  starter: v.optional(v.string()),
});
export type State = v.InferOutput<typeof state>;

/** Payload of `waiting`. */
export const waitingLeft = v.object({
  /** Milliseconds left. In a private race that waits to be started, until the room closes. */
  ms: v.number(),
  /** Milliseconds from then to the start of the race. */
  countdown: v.number(),
});
export type WaitingLeft = v.InferOutput<typeof waitingLeft>;

/** Payload of events that only name a racer. */
export const username = v.object({
  /** The name of the racer. */
  username: v.string(),
});
export type Username = v.InferOutput<typeof username>;

/** Payload of `starting`. */
export const timeLeft = v.object({
  /** Milliseconds left. */
  ms: v.number(),
  /** The start of the race on the room's clock, in whole milliseconds. */
  at: v.number(),
});
export type TimeLeft = v.InferOutput<typeof timeLeft>;

/** Payload of `start`. */
export const started = v.object({
  /** Milliseconds since the start; absent when the race starts now. */
  ms: v.optional(v.number()),
});
export type Started = v.InferOutput<typeof started>;

/** Payload of `text`. */
export const roomText = v.object({
  /** The author's name. */
  author: v.string(),
  /** The work and its year, or the subject; absent if it is not known. */
  work: v.optional(v.string()),
  /** The characters to type. */
  text: v.string(),
  /** The language of the text. */
  language: v.string(),
});
export type RoomText = v.InferOutput<typeof roomText>;

/** Payload of the server's `typing`. */
export const progress = v.object({
  /** The name of the racer who typed. */
  username: v.string(),
  /** The part of the text that they typed, in whole percent. */
  completed: v.number(),
});
export type Progress = v.InferOutput<typeof progress>;

/** Payload of `picture`, to racers and to watchers. */
export const picture = v.object({
  /** Milliseconds since the start. */
  ms: v.number(),
  /** The part of the text that each racer typed, in whole percent, in the order of the lanes of the last `watch`, or of the participants of the last `state`. */
  completed: v.array(v.number()),
});
export type Picture = v.InferOutput<typeof picture>;

/** Payload of the server's `finish`. */
export const finished = v.object({
  /** Seconds from the start by the room's clock, two decimals. */
  time: v.number(),
  /** Words per minute, two decimals. */
  wpm: v.number(),
  /** True if the result is saved, but counts for nothing; absent otherwise. */
  unranked: v.optional(v.boolean()),
  /** True if the result is not verified, for example because the room has not seen the keys while they were typed; absent otherwise. */
  unverified: v.optional(v.boolean()),
  /** The network delay that does not count, in whole milliseconds; absent if there is none. */
  credited: v.optional(v.number()),
  /** The name of the racer who finished. */
  username: v.string(),
});
export type Finished = v.InferOutput<typeof finished>;

/** Payload of `win`. */
export const settled = v.object({
  /** The state of a first place: a win, pending, or repeated. */
  win: v.picklist(['won', 'pending', 'repeated']),
  /** File names of the skins that the win unlocked, without `.png`. */
  skins: v.optional(v.array(v.string())),
});
export type Settled = v.InferOutput<typeof settled>;

/** Payload of `fault`. */
export const fault = v.object({
  /** The event that was refused. */
  event: v.string(),
  /** The reason, in a sentence for people. */
  reason: v.string(),
  /** The same for programs. */
  code: errorCode,
});
export type Fault = v.InferOutput<typeof fault>;

/** Payload of `moved`: nothing. */
export const moved = v.object({});
export type Moved = v.InferOutput<typeof moved>;

/** A rule that a run breaks. */
export const finding = v.object({
  /** The rule. */
  rule: rule,
  /** The number of this run: two decimals, or as many more as tell it from the limit. */
  measured: v.number(),
  /** The limit when the run was judged. */
  bound: v.number(),
});
export type Finding = v.InferOutput<typeof finding>;

/** The acknowledgement of a `finish`, if the client asked for one: sent once the result is safe in the database, or refused. */
export const finishAnswer = v.union([v.object({
  /** Seconds from the start by the room's clock, two decimals. */
  time: v.number(),
  /** Words per minute, two decimals. */
  wpm: v.number(),
  /** True if the result is saved, but counts for nothing; absent otherwise. */
  unranked: v.optional(v.boolean()),
  /** True if the result is not verified, for example because the room has not seen the keys while they were typed; absent otherwise. */
  unverified: v.optional(v.boolean()),
  /** The network delay that does not count, in whole milliseconds; absent if there is none. */
  credited: v.optional(v.number()),
  /** True if a rule holds the result back until an admin has seen it; absent otherwise. */
  held: v.optional(v.boolean()),
  /** The rules that the result breaks, each with its number and the limit; absent if there are none. */
  findings: v.optional(v.array(finding)),
  /** For a result that is held back, the usual time until an admin has decided, in seconds; absent if it is not known. */
  look: v.optional(v.number()),
  win: v.optional(v.picklist(['won', 'pending', 'repeated'])),
  /** File names of the skins that the result unlocked, without `.png`. */
  skins: v.optional(v.array(v.string())),
}), v.object({
  /** The reason, in a sentence for people. */
  reason: v.string(),
  /** The same for programs. */
  code: errorCode,
})]);
export type FinishAnswer = v.InferOutput<typeof finishAnswer>;

/** The acknowledgement of a `clock`. */
export const clockAnswer = v.object({
  /** The time on the room's clock, in whole milliseconds since the room opened. */
  ms: v.number(),
});
export type ClockAnswer = v.InferOutput<typeof clockAnswer>;

/** The payloads of the server's events, by name. */
export const serverEvents = {
  /** A racer takes a seat, joins with their socket, or returns. To the others. */
  join: participant,
  /** The whole state of the room. To a racer who joins or returns; to all, when the race ends before all have finished. In a race of an event to all, too, when its countdown begins, and when a seat is given up after that. */
  state: state,
  /** The room waits for more racers. To all, when the waiting begins; to a racer who joins during it, after `state`. */
  waiting: waitingLeft,
  /** Another racer may start this private race: its opener, or the next racer there if the opener has gone. To all. */
  starter: username,
  /** The countdown runs. To all, when it begins; to a racer who joins during it, after `state`. */
  starting: timeLeft,
  /** The race runs. To all, when it starts, without `ms`; to a racer who joins or returns while it runs, after `state`. */
  start: started,
  /** The text of a race of an event. To all, when the countdown begins, before `starting`; to a racer who joins or returns after that, after `state`. */
  text: roomText,
  /** A racer's progress. To the others, when the percentage changes; of what waits while the room is being saved, only the last. */
  typing: progress,
  /** In a race of an event with many racers, in place of `typing`: the progress of all of them, some times a second, if it has changed, in the order of the last `state`. To all. */
  picture: picture,
  /** A racer disconnects, and is removed before the countdown, later marked as disconnected: to the others. Or a kept seat is given up, which removes the racer in any phase, perhaps after an earlier `leave`: to all. */
  leave: username,
  /** A racer has finished. To all, in the order of places: when the result is recorded, or a moment after the finish. */
  finish: finished,
  /** A first place has become a win, or is none because it is repeated. To the racer, after the acknowledgement of `finish` that said `pending`. */
  win: settled,
  /** An event was refused, or no longer holds. To its sender. */
  fault: fault,
  /** This server is about to stop while its races continue at other servers. To all its clients, who should reconnect at once; the server disconnects the rest a second later. */
  moved: moved,
};

/** The payloads of the client's events, by name. */
export interface ClientEvents {
  /** Takes the seat that `POST /api/play` gave, or returns to it. The client receives `state` and the event of the phase. */
  join: { code: string; username?: string };
  /** Asks for the time on the room's clock, which is acknowledged at once with `{ms}`: whole milliseconds since the room opened. `seen` is the `ms` of the answer before, if that has just arrived: the room measures the round trip by it. */
  clock: { code: string; seen?: number };
  /** Reports how much of the text is typed, in whole percent, 0 to 100, with the next piece of the log of keys. */
  typing: { code: string; username?: string; completed: number; log?: { from: number; keys: string } };
  /** Confirms that the waiting is over. It has no effect, since the room's clock decides. */
  starting: { code: string };
  /** Starts the countdown of a private race that waits for that, if the `starter` says so, and of any race that waits, if the racer is the only one, but none of an event. Alone, it is short. It has no effect once the countdown runs. */
  begin: { code: string };
  /** Confirms that the countdown is over. The room's clock decides, and only measures how far the pages of a race are apart: `opened` is the time from the start to the frame that shows the text, in whole milliseconds. */
  start: { code: string; opened?: number };
  /** Reports that every character is typed and correct, with the rest of the log or all `keystrokes`. `token` and `date` are optional. */
  finish: { code: string; username?: string; accuracy: number; keystrokes?: string; times?: number[]; log?: { from: number; keys: string }; untrusted?: number; pastes?: number };
}
