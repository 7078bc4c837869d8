import type { RootStore } from '../core/RootStore';
import type { SettingsStore } from '../core/SettingsStore';
import { isLanguage, type Language } from '../core/text';
import type { ApiClient } from '../net/ApiClient';
import type { TextAnswer } from '../net/api';
import type { KeyValueStorage } from '../platform/storage';

/** The query that says what to practice: that of the address, else the last choice. Empty for any text. */
export function practiceSearch(address: string, storage: KeyValueStorage): string {
  return address || (storage.get('practiceMode') ?? '');
}

/** Returns whether a query asks for a text of the site. */
export function isOfSite(search: string): boolean {
  return (new URLSearchParams(search).get('mode') ?? 'text') === 'text';
}

/** The language of what is practiced: that of a query, else the visitor's choice. */
export function languageOf(search: string, settings: SettingsStore): Language {
  const language = new URLSearchParams(search).get('language');
  return language !== null && isLanguage(language) ? language : settings.textLanguage;
}

/** A text of the site, of the length and the language in a query; if possible another one than the one whose id is `not`. */
export function siteText({ services: { api }, settings }: RootStore, search: string, not?: number) {
  const language = languageOf(search, settings);
  const length = /\blength=(short|medium|long)\b/.exec(search)?.[1];
  const kind = `${new URLSearchParams({ language, ...(length && { length }) })}`;
  const queryFn = () => fetchText(api, kind, not);
  return { queryKey: ['practiceText', kind], queryFn, staleTime: Number.POSITIVE_INFINITY };
}

/** Fetches a text of the kind in a query; a kept one if that fails. */
export function fetchText(api: ApiClient, kind: string, not?: number): Promise<TextAnswer> {
  const query = `${kind}${not === undefined ? '' : `&not=${not}`}`;
  return api.get<TextAnswer>(`/api/gettext?${query}`).catch(orKept<TextAnswer>(`/kept/text?${query}`));
}

/** Returns what the service worker keeps at `address`, in place of an answer that could not be fetched. */
export function orKept<Answer>(address: string): (error: unknown) => Promise<Answer> {
  return async (error) => {
    const kept = navigator.serviceWorker?.controller && (await fetch(address));
    if (!kept?.ok) throw error;
    return kept.json();
  };
}
