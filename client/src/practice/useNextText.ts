import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useRoot } from '../core/useRoot';
import { loadExtra, Script } from '../platform/loading';
import type { PracticeText } from './PracticeRun';
import { textOfSite } from './queries';
import { isOfSite } from './siteText';

/** The bar, the statistics and the texts of the other modes. Loaded after the first text; null if that fails: texts go on. */
export const laterParts = new Script(() =>
  loadExtra(() => import('./laterParts')).catch((error: unknown) => {
    console.error(error);
    return null;
  }),
);

/** A text to get: that of a query, the first or the one after `before`. */
interface Asked {
  search: string;
  before: PracticeText | null;
}

/** Gets a text to practice. If it cannot be made, it is a text of the site. Of several asked for, only the last begins. */
export function useNextText(onText: (text: PracticeText) => void) {
  const root = useRoot();
  const last = useRef<Asked>(null);
  return useMutation({
    onMutate: (asked: Asked) => {
      last.current = asked;
    },
    // Not an option of `mutate`, which is forgotten if the text comes before React has subscribed.
    onSuccess: (text, asked) => {
      if (asked === last.current) onText(text);
    },
    mutationFn: async ({ search, before }: Asked) => {
      if (isOfSite(search)) return textOfSite(root, search, before);
      try {
        const loaded = await laterParts.load();
        if (loaded) return await loaded.nextText(root, search, before);
      } catch (error) {
        console.warn('there is no text of this mode', error);
      }
      return textOfSite(root, '', before);
    },
  });
}
