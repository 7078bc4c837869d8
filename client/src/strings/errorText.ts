import type { ErrorValues, PageErrorCode, ServerError } from '../net/serverError';

/** The texts of errors that the page finds by itself, which must not need another script. */
export type PageErrorWords = Readonly<Record<PageErrorCode, (values: ErrorValues) => string>>;

/** Returns an error in the language of `page` and `load`; in the server's own words if it has no code or `load` fails. */
export async function errorText(
  error: ServerError,
  page: PageErrorWords,
  load: () => Promise<(error: ServerError) => string>,
): Promise<string> {
  const { code, values = {}, reason } = error;
  if (code === undefined) return reason;
  if (code in page) return page[code as PageErrorCode](values);
  const textOf = await load().catch(() => null);
  return textOf ? textOf(error) : reason;
}
