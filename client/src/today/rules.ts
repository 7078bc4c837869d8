/** Days and addresses of the race of a day. Pure: days are UTC days, such as 2026-11-27. */

import { DAY_MS, dayOf, isDay } from '../core/days';
import { isLanguage, type Language } from '../core/text';

/** The board that an address names; null for today, and for the visitor's own language. */
export interface BoardAddress {
  day: string | null;
  language: Language | null;
}

/** Returns the board that the query of an address asks for; everything else in it is left out. */
export function askedIn(search: URLSearchParams): BoardAddress {
  const [day, language] = [search.get('day') ?? '', search.get('language') ?? ''];
  return { day: isDay(day) ? day : null, language: isLanguage(language) ? language : null };
}

/** Returns the query of the address of a board, with `?` if it is not empty. */
export function searchOf({ day, language }: BoardAddress): string {
  const query = new URLSearchParams({ ...(day && { day }), ...(language && { language }) }).toString();
  return query && `?${query}`;
}

/** Returns the day that is `by` days after `day`. */
export function dayAfter(day: string, by: number): string {
  return dayOf(Date.parse(day) + by * DAY_MS);
}

/** Returns the moment at which the next text comes. */
export function endOf(day: string): Date {
  return new Date(Date.parse(day) + DAY_MS);
}
