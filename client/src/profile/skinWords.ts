import { queryOptions } from '@tanstack/react-query';
import type { ScriptServer } from '../platform/chunks';
import { fallback, type Language } from '../strings';
import { loadSkinWords } from '../strings/skins';

/**
 * How the reader's language tells of skins: for all time, and at once where the server's words are those. What failed
 * while the server was away is asked for again when it is back, as every answer.
 */
export function skinWordsQuery(language: Language, server: ScriptServer) {
  return queryOptions({
    queryKey: ['skinWords', language],
    queryFn: () => loadSkinWords(language, server),
    ...(language === fallback.language ? { initialData: null } : {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
