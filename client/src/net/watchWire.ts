// Written by `make generate` from the events that shared/src/wire.rs declares.
import * as v from 'valibot';
import { fault, outcome, picture } from './wire';

/** One racer in a `watch`. */
export const watchedLane = v.object({
  /** Their name; absent if they do not want to be shown. */
  username: v.optional(v.string()),
  /** File name of the skin they wear, without `.png`; absent with the name. */
  skin: v.optional(v.string()),
  division: v.optional(v.number()),
  /** The part of the text that they typed, in whole percent. */
  completed: v.number(),
  /** True while a socket of theirs is in the room. */
  connected: v.boolean(),
  finish: v.optional(outcome),
});
export type WatchedLane = v.InferOutput<typeof watchedLane>;

/** Payload of `watch`: everything that a watcher sees of a race. */
export const watched = v.object({
  ms: v.number(),
  /** Milliseconds from then to the start of the race. */
  countdown: v.optional(v.number()),
  phase: v.picklist(['waiting', 'starting', 'running', 'finished']),
  /** The start of the race on the room's clock, in whole milliseconds. */
  at: v.optional(v.number()),
  /** The language of the text. */
  language: v.string(),
  /** The text; absent until the race runs. */
  text: v.optional(v.string()),
  /** The time within which to connect again, at a random moment, if the connection is lost, in milliseconds. */
  back: v.number(),
  /** All racers with a seat, in the order in which they took it. */
  lanes: v.array(watchedLane),
});
export type Watched = v.InferOutput<typeof watched>;

/** The payloads of the events for watchers, by name. */
export const watchEvents = {
  /** The whole race. To a watcher who enters; to all, when a phase begins, a lane comes, goes or changes, or a racer finishes. */
  watch: watched,
  /** The progress in all lanes, some times a second while the race runs, if it has changed. To all, except those to whom the one before is still on its way. */
  picture: picture,
  /** There is no such race to watch, or its room has closed. The server disconnects the watcher after it. */
  fault: fault,
};
