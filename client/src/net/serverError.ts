import type codes from '../../../shared/fixtures/errors.json';

/** The code of an error, from the list in `shared/src/error_code.rs`. */
export type ErrorCode = keyof typeof codes;

/** The code of an error detected in the browser: no answer, invalid JSON, or an error status without a reason. */
export type ClientErrorCode = 'unreachable' | 'unreadable' | 'status';

/** The values in an error's text, by name. */
export type ErrorValues = Readonly<Record<string, string | undefined>>;

/** An error of the api or the engine, or of a call to them. `useErrorText` puts it into words. */
export interface ServerError {
  /** Missing if the engine is older than this page, or if a proxy answered. */
  code?: ErrorCode | ClientErrorCode | undefined;
  values?: ErrorValues | undefined;
  /** The server's own sentence, in English, for errors without words in the language of the page. */
  reason: string;
  /** The errors of further fields of the same form. */
  others?: readonly ServerError[] | undefined;
}

/** The delay before an event that was refused in passing, or not answered, is sent again, in milliseconds. */
export const RESEND_MS = 2000;

/**
 * Returns whether the engine refused an event only for the moment: the room or the racer has too many events, or an
 * event before this one was refused or lost.
 */
export function isPassing({ code }: ServerError): boolean {
  return code !== undefined && PASSING.includes(code);
}

const PASSING: NonNullable<ServerError['code']>[] = [
  'room-busy',
  'too-many-events',
  'not-joined',
  'not-typed',
  'missing-keys',
];

/** The error of a call without an answer. */
export const UNREACHABLE: ServerError = { code: 'unreachable', reason: 'The server cannot be reached.' };

/** The header with the codes and values of an api error, such as `length; field=text; least=1; most=20`. */
export const ERROR_HEADER = 'colibri-error';

/** Reads an answer with an error, which has a code and a line for each refused field of a form. */
export function readError(header: string, body: string): ServerError {
  const lines = body.split('\n');
  const [first, ...others] = header.split(', ').map((coded, index) => {
    const [code, ...values] = coded.split('; ');
    return {
      code: code as ErrorCode,
      values: Object.fromEntries(values.map((value) => value.split('='))) as ErrorValues,
      reason: lines[index] ?? body,
    };
  });
  return { reason: body, ...first, others };
}
