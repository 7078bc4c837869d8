import type { ClientErrorCode, ErrorCode, ErrorValues, ServerError } from '../../net/serverError';
import { shownCharacter } from '../characters';

type Code = ErrorCode | ClientErrorCode;

/** The errors that nobody can act on, or that no page shows: they have one sentence. */
const BROKEN = [
  'unreadable',
  'malformed',
  'not-json',
  'unknown-call',
  'wrong-method',
  'invalid-api-key',
  'unknown-api-key',
  'unknown-race',
  'not-held',
  'wrong-type',
  'not-country',
  'not-time',
  'not-date',
  'unknown-skin',
  'image-not-base64',
  'unknown-setting',
  'invalid-setting',
  'event-too-large',
  'unknown-event',
  'unreadable-event',
  'foreign-name',
  'not-joined',
  'race-not-started',
  'race-running',
  'not-typed',
  'missing-keys',
  'already-finished',
] as const satisfies readonly Code[];

/** The errors of events, whose words the screens of events add: {@link explainErrors}. */
export type EventErrorCode = Extract<
  Code,
  | 'not-nickname'
  | 'no-such-event'
  | 'event-over'
  | 'event-locked'
  | 'event-full'
  | 'members-only'
  | 'not-in-event'
  | 'removed-from-event'
  | 'not-host'
  | 'unknown-racer'
  | 'no-round-left'
  | 'not-next-round'
  | 'nobody-seated'
  | 'unknown-text'
  | 'too-many-hosted'
>;

type Explained = Exclude<Code, (typeof BROKEN)[number] | EventErrorCode>;

/** The text of every error, by its code. `field` is the form's name for the field, at the start of a sentence. */
export type ErrorWords = Readonly<Record<Explained | 'broken', string | ((values: ErrorValues) => string)>>;

/** Returns the function that puts an error into these words; `fieldName` returns the forms' name of an api field. */
export function errorsIn(
  words: ErrorWords,
  fieldName: (field: string | undefined) => string,
): (error: ServerError) => string {
  return ({ code, values = {}, reason }) => {
    // A server that is newer than this page may have other codes.
    const key = BROKEN.some((broken) => broken === code) ? 'broken' : code;
    const known = key !== undefined && Object.hasOwn(words, key) ? words[key as Explained] : reason;
    return typeof known === 'string' ? known : known({ ...values, field: fieldName(values.field) });
  };
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats a wait in the largest unit of which it has at least two, rounded up. */
export function wait(language: string, seconds: string | undefined): string {
  const [unit, length] = UNITS.find(([, length]) => Number(seconds) >= 2 * length) ?? UNITS[3];
  const count = Math.ceil(Number(seconds) / length);
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Formats a code point as a character, with its number. */
export function character(codePoint: string | undefined): string {
  return shownCharacter(String.fromCodePoint(Number(codePoint)));
}
