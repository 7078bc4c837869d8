import { isLanguage } from '../core/text';
import type { HistoryFilters, Mode } from '../net/api';
import { modes } from './modes';

const KINDS = ['race', 'practice'] as const;

/** Returns the filters that the query of an address has; everything else in it is left out. */
export function filtersOf(search: URLSearchParams): HistoryFilters {
  const kind = KINDS.find((each) => each === search.get('kind'));
  const mode = (Object.keys(modes) as Mode[]).find((each) => each === search.get('mode'));
  const language = search.get('language') ?? '';
  const [from, to] = [dayIn(search, 'from'), dayIn(search, 'to')];
  return {
    ...(kind && { kind }),
    ...(mode && { mode }),
    ...(isLanguage(language) && { language }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** Returns the query of the address with these filters, without `?`. */
export function searchOf(filters: HistoryFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given as [string, string][]).toString();
}

/** Returns a day of the calendar, such as 2026-11-01. */
function dayIn(search: URLSearchParams, name: string): string | undefined {
  const day = search.get(name) ?? '';
  const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  // Date.parse takes February 31 for March 3.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
