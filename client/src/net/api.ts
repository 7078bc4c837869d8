/** What the calls of the api carry; docs/api.md describes each call. */

/** Who the token belongs to, if it is good. */
export type SessionInfo =
  | { loggedin: false }
  | { loggedin: true; username: string; skin: string; verified: boolean; email: string };

/** What a visitor fills in to sign up. */
export interface SignupForm {
  username: string;
  email: string;
  /** Two letters (ISO 3166-1), or empty. */
  country: string;
  password: string;
  passwordConfirm: string;
}

/** A passage to type and who wrote it. */
export interface Text {
  author: string;
  text: string;
}

/** A seat in a room. */
export interface TypingSeat {
  /** Everybody with a seat, the asker included. */
  participants: { username: string; skin: string }[];
  text: Text;
  /** The asker. */
  username: string;
}

/** Why there is no seat: the body of a refused `play`. */
export interface SeatRefusal {
  reason: string;
  username: string;
}

/** The six orders of the leaderboard, in the words of the api. */
export type LeaderboardType = 'wpm' | 'racesTotal' | 'racesWon' | 'bestRace' | 'accuracy' | 'age';

/** One line of the leaderboard. */
export interface LeaderboardRow {
  username: string;
  /** Two letters (ISO 3166-1), or empty. */
  country: string;
  /** To be averaged, as is `accuracy`. */
  wpm: number[];
  racesTotal: number;
  racesWon: number;
  bestRace: number;
  accuracy: number[];
  /** ISO 8601. */
  creationDate: string;
}

/** What everybody may know about a racer. */
export interface UserStats {
  wpm: number;
  accuracy: number;
  racesTotal: number;
  racesWon: number;
  bestRace: number;
  /** When they started racing, ISO 8601. */
  date: string;
  country: string;
  /** Seconds spent racing. */
  time: number;
}

/** One run of practice. */
export interface PracticeResult {
  /** Seconds. */
  time: number;
  wpm: number;
  accuracy: number;
  /** ISO 8601. */
  date: string;
}

/** All practice of one user. */
export interface PracticeStats {
  status: string;
  wpm: number;
  accuracy: number;
  /** Seconds spent practising. */
  time: number;
  racesTotal: number;
  bestRace: number;
}
