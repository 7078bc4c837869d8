import { useEffect, useState } from 'react';
import { useStrings } from '../core/useStrings';
import type { ServerError } from '../net/serverError';

/** Returns an error in the language of the page; null while its texts load, and if there is no error. */
export function useErrorText(error: Error | ServerError | null): string | null {
  const { errors } = useStrings();
  const [shown, setShown] = useState<{ error: typeof error; text: string | null }>({ error: null, text: null });
  useEffect(() => {
    if (error === null) return;
    let isCurrent = true;
    const serverError = 'reason' in error ? error : { reason: error.message };
    void errors.textOf(serverError).then((text) => isCurrent && setShown({ error, text }));
    return () => {
      isCurrent = false;
    };
  }, [errors, error]);
  // The words for an earlier error must not appear with this one.
  return shown.error === error ? shown.text : null;
}
