import { useQuery } from '@tanstack/react-query';
import { skinWordsQuery } from '../queries/skinWords';
import type { SkinWords } from '../strings/skins';
import { useRoot } from './useRoot';

/**
 * How the visitor's language tells of skins, null for the server's own words; undefined until they are here. Use it
 * inside `observer`.
 */
export function useSkinWords(): SkinWords | null | undefined {
  const { language, connection } = useRoot();
  const { data, isError } = useQuery(skinWordsQuery(language.language, connection));
  // The server's words are better than no skins.
  return isError ? null : data;
}
