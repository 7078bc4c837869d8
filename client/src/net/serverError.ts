import type codes from '../../../shared/fixtures/errors.json';

/** The code of an error: the list is that of `shared/src/error_code.rs`. */
export type ErrorCode = keyof typeof codes;

/** The values of an error's sentence, by their names. */
export type ErrorValues = Readonly<Record<string, string | undefined>>;

/** An error as the server or the engine tells it. */
export interface ServerError {
  /** Missing where a proxy answered, or nobody, and where the engine refuses to connect. */
  code?: ErrorCode | undefined;
  values?: ErrorValues;
  /** A sentence for people: the server's own, in English, or one in the language of the page. */
  reason: string;
}

/** The header in which the api sends the code of an error and its values, such as `length; field=text; least=1; most=20`. */
export const ERROR_HEADER = 'colibri-error';

/** Reads the code and the values of an error. */
export function readErrorHeader(header: string): Required<Pick<ServerError, 'code' | 'values'>> {
  const [code, ...values] = header.split('; ');
  return { code: code as ErrorCode, values: Object.fromEntries(values.map((value) => value.split('='))) };
}
