/** The payloads of the api's calls; `/api/openapi.json` describes each call. */

/** The owner of a token, if it is valid. */
export type SessionInfo =
  | { loggedin: false }
  | { loggedin: true; username: string; skin: string; verified: boolean; email: string };

/** The form of a signup. */
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
  /** All racers with a seat, this one included. */
  participants: { username: string; skin: string }[];
  text: Text;
  /** This racer. */
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

/** A skin as the shop and the profile show it. */
export interface Skin {
  name: string;
  /** Identifies the skin in every call, and in the address of its image. */
  filename: string;
  description: string;
  /** US dollars; null for what is not sold. */
  price: number | null;
}

/** The reasons for which a skin is unlocked. */
export type UnlockRule = 'signup' | 'wpm' | 'races' | 'wins' | 'accuracy' | 'egg' | 'verified' | 'feedback' | 'shop';

/** A skin that the user does not own yet. */
export interface LockedSkin extends Skin {
  rule: UnlockRule;
  /** The number to be reached, where the rule has one. */
  threshold: number | null;
  /** The way to unlock it, in English. */
  hint: string;
}

/** The public statistics of a racer. */
export interface UserStats {
  /** In the racer's own spelling. */
  username: string;
  /** The skin that they wear. */
  skin: string;
  wpm: number;
  accuracy: number;
  racesTotal: number;
  racesWon: number;
  bestRace: number;
  /** The date of signup, ISO 8601. */
  date: string;
  country: string;
  /** Seconds spent racing. */
  time: number;
}

/** The statistics of the user who asks, with their skins. */
export interface OwnStats extends UserStats {
  /** Owned. */
  skins: Skin[];
  toBeUnlocked: LockedSkin[];
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

/** A skin was granted by the call, if it is there. */
export interface Reward {
  skin?: string | null;
}

/** The form of a password change. */
export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

/** The form that the link of a reset mail leads to. */
export interface PasswordReset {
  username: string;
  code: string;
  password: string;
  passwordConfirm: string;
}

/** A skin that lies in the shop today; a price of 0 is a gift. */
export interface ShopSkin extends Skin {
  price: number;
  owned: boolean;
}

/** The stock of the shop today. */
export interface Shop {
  skins: ShopSkin[];
  /** Until others come. */
  seconds: number;
  /** True where payments go to the simulator and nobody is charged. */
  simulated?: boolean;
}

/** The values with which the payment provider sends the buyer back. */
export interface PaidOrder {
  paymentId: string;
  payerId: string;
  skin: string;
}

/** A completed purchase. */
export interface Purchase {
  name: string;
  filename: string;
  price: number;
}

/** A text that a user suggests. */
export interface TextSuggestion {
  text: string;
  author: string;
  /** The address of a page that shows the author. */
  url: string;
}

/** A suggestion that waits for an admin. */
export interface TextRequest extends TextSuggestion {
  id: number;
  username: string;
  /** ISO 8601. */
  creationDate: string;
}

/** The form for a new skin of the shop. */
export interface NewSkin {
  name: string;
  filename: string;
  description: string;
  price: number;
  /** A PNG in base64; absent where the site has the file already. */
  image?: string;
}
