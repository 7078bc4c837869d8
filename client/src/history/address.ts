import { isDay } from '../core/days';
import { isLanguage } from '../core/text';
import type { HistoryFilters, Mode } from '../net/api';
import { modes } from './modes';

const KINDS = ['race', 'practice'] as const;

/** Returns the filters that the query of an address has; everything else in it is left out. */
export function filtersOf(search: URLSearchParams): HistoryFilters {
  const kind = KINDS.find((each) => each === search.get('kind'));
  const mode = (Object.keys(modes) as Mode[]).find((each) => each === search.get('mode'));
  const language = search.get('language') ?? '';
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  return {
    ...(kind && { kind }),
    ...(mode && { mode }),
    ...(isLanguage(language) && { language }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

/** Returns the query of the address with these filters, without `?`. */
export function searchOf(filters: HistoryFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given as [string, string][]).toString();
}
