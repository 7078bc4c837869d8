import { useEffect, useState } from 'react';
import { useRoot } from './useRoot';
import { useStrings } from './useStrings';

/**
 * What the engine refused with, in the language of the page; null until its words are here. Refusals of the api are
 * in that language already: `ApiClient` sees to it.
 */
export function useRefusal(sentence: string | null): string | null {
  const { errors } = useStrings();
  const { connection } = useRoot();
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    setTold(null);
    if (sentence === null) return;
    let isAsked = true;
    void errors.refused(sentence, connection).then((words) => isAsked && setTold(words));
    return () => {
      isAsked = false;
    };
  }, [sentence, errors, connection]);
  return told;
}
