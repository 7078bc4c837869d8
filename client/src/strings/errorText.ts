import type { ServerError } from '../net/serverError';

/** Returns an error in the language that `load` loads; in the server's own words if it has no code or `load` fails. */
export async function errorText(
  error: ServerError,
  load: () => Promise<(error: ServerError) => string>,
): Promise<string> {
  if (error.code === undefined) return error.reason;
  const textOf = await load().catch(() => null);
  return textOf ? textOf(error) : error.reason;
}
