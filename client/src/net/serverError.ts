import type codes from '../../../shared/fixtures/errors.json';

/** The code of an error, from the list in `shared/src/error_code.rs`. */
export type ErrorCode = keyof typeof codes;

/** The values in an error's text, by name. */
export type ErrorValues = Readonly<Record<string, string | undefined>>;

/** An error of the api or the engine. */
export interface ServerError {
  /** Missing if the engine is older than this page, or if a proxy answered. */
  code?: ErrorCode | undefined;
  values?: ErrorValues;
  /** A sentence for people: the server's own, in English, or one in the language of the page. */
  reason: string;
}

/** The header with the code and values of an api error, such as `length; field=text; least=1; most=20`. */
export const ERROR_HEADER = 'colibri-error';

/** Reads the code and the values of an error. */
export function readErrorHeader(header: string): Required<Pick<ServerError, 'code' | 'values'>> {
  const [code, ...values] = header.split('; ');
  return { code: code as ErrorCode, values: Object.fromEntries(values.map((value) => value.split('='))) };
}
