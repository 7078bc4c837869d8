import { queryOptions } from '@tanstack/react-query';
import type { ScriptServer } from '../platform/chunks';
import type { Language } from '../strings';
import { loadPages } from '../strings/pages';

/** The long texts in a language: for all time. Without them there is nothing to show, so a failure is the screen's. */
export function pagesQuery(language: Language, server: ScriptServer) {
  return queryOptions({
    queryKey: ['pages', language],
    queryFn: () => loadPages(language, server),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    throwOnError: true,
  });
}
