import { useQuery } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import type { SkinWords } from '../strings/skins';
import { skinWordsQuery } from './skinWords';

/**
 * How the visitor's language tells of skins, null for the server's own words; undefined until they are here. Use it
 * inside `observer`.
 */
export function useSkinWords(): SkinWords | null | undefined {
  const { language, connection } = useRoot();
  const { data, errorUpdateCount } = useQuery(skinWordsQuery(language.language, connection));
  // The server's words are better than no skins, also while ours are asked for once more.
  return data === undefined && errorUpdateCount > 0 ? null : data;
}
