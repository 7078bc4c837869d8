/** The product's names for the payloads of the api's calls. `make generate` generates `schema.d.ts` from the api. */
import type { components, paths } from '../../openapi/schema';

type Schemas = components['schemas'];

/** The paths of the POST calls. */
export type Path = { [P in keyof paths]: paths[P] extends { post: object } ? P : never }[keyof paths];

/** The body of a call. */
export type BodyOf<P extends Path> = NonNullable<paths[P]['post']['requestBody']>['content']['application/json'];

/** The body of a call without the token. */
export type FormOf<P extends Path> = Omit<BodyOf<P>, 'token'>;

/** The optional fields of a form, which may be left out instead of being null. */
type Given<Form> = { [Field in keyof Form]?: NonNullable<Form[Field]> };

/** The answer of a call, which is JSON or a file. */
export type AnswerOf<P extends Path> = paths[P]['post']['responses'][200]['content'] extends {
  'application/json': infer Answer;
}
  ? Answer
  : Blob;

/** The fields of forms, which errors name in every language. The excluded ones are internal. */
export type FieldName = Exclude<
  { [P in Path]: keyof FormOf<P> }[Path],
  | 'id'
  | 'type'
  | 'private'
  | 'friends'
  | 'after'
  | 'alone'
  | 'kind'
  | 'mode'
  | 'language'
  | 'from'
  | 'to'
  | 'zone'
  | 'sentAt'
  | 'limit'
  | 'all'
  | 'range'
  | 'keystrokes'
  | 'rules'
  | 'mark'
  | 'times'
  | 'race'
  | 'hidden'
  | 'run'
  | 'accept'
  | 'receipt'
  | 'log'
  | 'day'
  | 'division'
  | 'bag'
  | 'retireText'
  | 'shownToWatchers'
  | 'overlay'
  | 'guest'
  | 'key'
  | 'joining'
  | 'scoring'
  | 'locked'
  | 'showsNames'
  | 'racer'
  | 'round'
>;

export type SessionInfo = Schemas['SessionAnswer'];
export type SignupForm = FormOf<'/api/signup'>;
export type PasswordChange = FormOf<'/api/account/changepassword'>;
export type PasswordReset = FormOf<'/api/account/reset'>;

/** An account with all that is on file about it, for admins. */
export type AccountOnFile = Schemas['AccountOnFile'];
/** What an admin did about an account, and why. */
export type AdminAct = Schemas['AdminAct'];
/** A name, a replay or a text that users reported. */
export type ReportedThing = Schemas['ReportedThing'];

/** A key of the public API, without its secret. */
export type ApiKey = Schemas['ApiKey'];

export type TextAnswer = Schemas['TextAnswer'];
export type DrawnTextAnswer = Schemas['DrawnTextAnswer'];
export type TypingSeat = Schemas['SeatAnswer'];
export type LateFinishAnswer = Schemas['LateFinishAnswer'];
export type PracticeResult = Pick<FormOf<'/api/singleplayer'>, 'time' | 'wpm' | 'accuracy' | 'date'>;

/** An earlier run that races with somebody who is alone. */
export type Ghost = Schemas['Ghost'];

/** The race of a day: its board, and the visitor's own attempt. */
export type DailyRace = AnswerOf<'/api/today'>;
/** A row of the board of a day. */
export type BoardEntry = DailyRace['board'][number];

/** A mode of practice; races are always `text`. */
export type Mode = Schemas['Run']['mode'];
/** A language of texts. */
export type TextLanguage = Schemas['Run']['language'];
/** The runs to list or to plot. */
export type HistoryFilters = Given<Omit<FormOf<'/api/history/plot'>, 'zone'>>;
export type HistoryRun = Schemas['Run'];
/** A run with its text and its keys, as far as they are kept. */
export type HistoryRunDetails = Schemas['WholeRun'];
/** A rule that a run breaks. */
export type Finding = Schemas['Finding'];
export type Rule = Schemas['Rule'];
export type PlotPoint = Schemas['PlotPoint'];
export type Best = Schemas['Best'];
export type RacerRace = Schemas['RacerRace'];
export type TypedDay = Schemas['CalendarDay'];
export type TypedDays = Schemas['DaysAnswer'];
/** The figures of a character or of a pair. */
export type KeyFigures = Schemas['Key'];

/** What there is to watch. */
export type Watchable = Schemas['Watchable'];
/** A public race that runs, or waits with others. */
export type WatchableRace = Schemas['WatchableRace'];
/** The best replay of the last day. */
export type BestReplay = NonNullable<Watchable['best']>;

/** What everyone with its code may know of an event. */
export type EventLook = AnswerOf<'/api/events/look'>;
/** A seat in the room of a heat. */
export type EventSeat = AnswerOf<'/api/events/seat'>;
/** The table of an event, and the results of its rounds. */
export type EventTable = AnswerOf<'/api/events/table'>;
export type EventRow = EventTable['table'][number];
export type EventResult = EventTable['rounds'][number]['results'][number];
/** All that a host sees of an event. */
export type EventHost = AnswerOf<'/api/events/host'>;
export type HostedRound = EventHost['rounds'][number];
/** What the wall of an event shows. */
export type EventWall = AnswerOf<'/api/events/wall'>;
/** What a host chooses. */
export type EventForm = FormOf<'/api/events/open'>;
export type RoundForm = EventForm['rounds'][number];

/** A race with the keys of its racers, as far as they are kept and not hidden. */
export type Replay = Schemas['Replay'];
export type ReplayLane = Schemas['ReplayLane'];

/** The six orders of the leaderboard. */
export type LeaderboardType = FormOf<'/api/leaderboard'>['type'];
export type LeaderboardRow = Schemas['LeaderboardRow'];

export type UserStats = Schemas['StatsAnswer'];

export type Skin = Schemas['SkinView'];
export type LockedSkin = Schemas['LockedSkin'];
/** The reasons for which a skin is unlocked. */
export type UnlockRule = LockedSkin['rule'];

export type ShopSkin = Schemas['ShopSkin'];
/** The values in the address to which the payment provider returns the buyer. */
export type PaidOrder = FormOf<'/api/shop/success'>;
export type NewSkin = FormOf<'/api/admin/addskin'>;

export type TextSuggestion = FormOf<'/api/textrequest'>;
export type TextRequest = Schemas['TextRequestAnswer'];
/** A result whose owner asks for a look. */
export type HeldResult = Schemas['HeldResult'];
