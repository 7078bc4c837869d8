import { useQuery } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { loadPages, type Pages } from '../strings/pages';

/** The long texts in the visitor's language; undefined while they load. Use it inside `observer`. */
export function usePages(): Pages | undefined {
  const { connection, language } = useRoot();
  return useQuery({
    queryKey: ['pages', language.language],
    queryFn: () => loadPages(language.language, connection),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // There is nothing to show without them.
    throwOnError: true,
  }).data;
}
