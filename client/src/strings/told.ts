import type { ServerError } from '../net/serverError';

/** Says an error in the words of a language, which `load` has; as it came where it has no code, or the words do not come. */
export async function told(error: ServerError, load: () => Promise<(error: ServerError) => string>): Promise<string> {
  if (error.code === undefined) return error.reason;
  const say = await load().catch(() => null);
  return say ? say(error) : error.reason;
}
