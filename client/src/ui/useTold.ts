import { useEffect, useState } from 'react';
import { useStrings } from '../app/useStrings';
import type { ServerError } from '../net/serverError';

/** An error of the server in the language of the page; null until the words for it are here. */
export function useTold(error: ServerError): string | null {
  const { errors } = useStrings();
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    void errors.told(error).then((words) => isWanted && setTold(words));
    return () => {
      isWanted = false;
    };
  }, [errors, error]);
  return told;
}
