import type { RootStore, Services } from '../core/RootStore';
import type { SettingsStore } from '../core/SettingsStore';
import { isLanguage, type Language } from '../core/text';
import { ApiError } from '../net/ApiError';
import type { DrawnTextAnswer, TextAnswer } from '../net/api';
import type { KeyValueStorage } from '../platform/storage';

/** The time after which a call is given up for what the device keeps, in milliseconds: a network may never answer. */
const PATIENCE_MS = 3000;

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

/** A text of the site, of the kind in a query; if possible another one than the one whose id is `not`. */
export function siteText({ services, settings }: RootStore, search: string, not?: number) {
  const language = languageOf(search, settings);
  const length = /\blength=(short|medium|long)\b/.exec(search)?.[1];
  const category = /\bcategory=code\b/.test(search) && 'code';
  const kind = `${new URLSearchParams({ language, ...(category && { category }), ...(length && { length }) })}`;
  const queryFn = () => nextOfBag(services, kind, not);
  return { queryKey: ['practiceText', kind], queryFn, staleTime: Number.POSITIVE_INFINITY };
}

/** Fetches the visitor's next text of a kind. The server has the bags of users, and this device that of a guest. */
async function nextOfBag(services: Services, kind: string, not?: number): Promise<TextAnswer> {
  const { api, storage } = services;
  if (api.token !== null) return fetchText(services, kind, not, { headers: { Authorization: `Bearer ${api.token}` } });
  const ofGuest = `${kind}&${new URLSearchParams({ bag: storage.get('textBag') ?? '' })}`;
  const { bag, ...text } = await fetchText(services, ofGuest, not);
  if (bag) storage.set('textBag', bag);
  return text;
}

/** Fetches a text of the kind in a query; a kept one if that fails. */
function fetchText(services: Services, kind: string, not?: number, options?: RequestInit): Promise<DrawnTextAnswer> {
  return orKept(services, 'text', 'gettext', `${kind}${not === undefined ? '' : `&not=${not}`}`, options);
}

/**
 * Fetches the answer of a call to a query. If that fails, takes too long or lacks the field `kept`, as what a network's
 * portal answers does, returns what the service worker keeps under that name for the same query.
 */
export async function orKept<Answer extends object>(
  services: Services,
  kept: keyof Answer & string,
  call: string,
  query: string,
  options?: RequestInit,
): Promise<Answer> {
  const hasKept = Boolean(navigator.serviceWorker?.controller);
  try {
    const answer = await services.api.get<Answer>(`/api/${call}?${query}`, {
      ...options,
      ...(hasKept && giveUpSoon(services)),
    });
    if (!answer[kept]) throw new ApiError(200, `The response has no ${kept}.`, 'unreadable');
    return answer;
  } catch (error) {
    const found = hasKept ? await fetch(`/kept/${kept}?${query}`) : null;
    if (!found?.ok) throw error;
    return found.json();
  }
}

/** The option of a request that is given up once the server has not answered for a while; at once if it is away. */
export function giveUpSoon({ connection }: Services): Pick<RequestInit, 'signal'> {
  return { signal: AbortSignal.timeout(connection.isLost ? 0 : PATIENCE_MS) };
}
