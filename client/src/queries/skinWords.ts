import { queryOptions } from '@tanstack/react-query';
import { fallback, type Language } from '../strings';
import { loadSkinWords } from '../strings/skins';

/** How the reader's language tells of skins: for all time, and at once where the server's words are those. */
export function skinWordsQuery(language: Language) {
  return queryOptions({
    queryKey: ['skinWords', language],
    queryFn: () =>
      loadSkinWords(language).catch((error: unknown) => {
        // The server's words are better than no skins.
        console.error(error);
        return null;
      }),
    ...(language === fallback.language ? { initialData: null } : {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
