import { useEffect, useState } from 'react';
import { useStrings } from '../app/useStrings';
import type { ServerError } from '../net/serverError';

/** Returns a server error in the language of the page; null while its texts load. */
export function useErrorText(error: ServerError): string | null {
  const { errors } = useStrings();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void errors.textOf(error).then((words) => isCurrent && setText(words));
    return () => {
      isCurrent = false;
    };
  }, [errors, error]);
  return text;
}
