import { useEffect, useState } from 'react';
import { useStrings } from './useStrings';

/**
 * What the engine refused with, in the language of the page; null until its words are here. Refusals of the api are
 * in that language already: `ApiClient` sees to it.
 */
export function useRefusal(sentence: string | null): string | null {
  const { errors } = useStrings();
  const [told, setTold] = useState<string | null>(null);
  useEffect(() => {
    setTold(null);
    if (sentence === null) return;
    let isAsked = true;
    void errors.refused(sentence).then((words) => isAsked && setTold(words));
    return () => {
      isAsked = false;
    };
  }, [sentence, errors]);
  return told;
}
