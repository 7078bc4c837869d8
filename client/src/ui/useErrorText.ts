import { errorText } from '../core/errors/errorText';
import { useLanguage } from '../core/useText';
import type { ServerError } from '../net/serverError';

/** Returns an error in the language of the page; null if there is none. */
export function useErrorText(error: Error | ServerError | null): string | null {
  const language = useLanguage();
  return error && errorText(toServerError(error), language);
}

/** The error of a call; another one has only its message. */
export function toServerError(error: Error | ServerError): ServerError {
  return 'reason' in error ? error : { reason: error.message };
}
