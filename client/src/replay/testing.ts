/** Lanes and replays for tests. */
import type { Replay, ReplayLane } from '../net/api';

export const lane = (username: string, more: Partial<ReplayLane> = {}): ReplayLane => ({
  username,
  skin: 'hummingbird',
  country: 'CR',
  time: 1,
  wpm: 60,
  accuracy: 100,
  place: 1,
  won: true,
  unranked: false,
  proven: true,
  late: false,
  isHidden: false,
  keystrokes: null,
  times: null,
  ...more,
});

export const replay = (text: string, lanes: ReplayLane[]): Replay => ({
  text,
  author: 'Nobody',
  work: null,
  language: 'en',
  date: '2026-11-27T12:00:00Z',
  racers: lanes.length,
  lanes,
});
