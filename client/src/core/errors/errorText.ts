import type { ClientErrorCode, ErrorValues, ServerError } from '../../net/serverError';

/** The texts of errors detected in the browser, which must not need another script. */
export type ClientErrorWords = Readonly<Record<ClientErrorCode, (values: ErrorValues) => string>>;

/** Returns an error in the language of the page, a line per field; in the server's words without a code or texts. */
export async function errorText(
  error: ServerError,
  own: ClientErrorWords,
  load: () => Promise<(error: ServerError) => string>,
): Promise<string> {
  const { code, values = {}, reason, others = [] } = error;
  if (code === undefined) return reason;
  if (code in own) return own[code as ClientErrorCode](values);
  const textOf = await load().catch(() => null);
  return [error, ...others].map((each) => textOf?.(each) ?? each.reason).join('\n');
}
