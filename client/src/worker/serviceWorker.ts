/**
 * Keeps the files of a release, its page and some texts in the browser, so that practice works without a network.
 *
 * The network comes first, for everything but the files of a release, whose content never changes under their names:
 * while the server answers, pages are as without a worker. The files of the release before are kept, too, so that a page
 * that is still open finds the scripts that it has not loaded yet.
 */
import { add, type KeptText, nToFetch, show } from './texts';

declare const self: ServiceWorkerGlobalScope;

/** This release: scripts/build.mjs writes it above the worker. */
declare const RELEASE: {
  /** Changes with every file. */
  name: string;
  /** The script of the page, by which a page tells to which release it belongs. */
  script: string;
  /** The addresses of the files that are kept. */
  files: readonly string[];
};

const PAGE = '/singleplayer/';
const TEXTS = '/kept/texts';

/** The time after which the kept page is shown, in milliseconds: a network may take what is sent and never answer. */
const PATIENCE_MS = 3000;

/** The time after which a new release asks again to take over, in milliseconds. */
const ASK_AGAIN_MS = 2000;

/** The caches of releases. That of the texts outlives them. */
const OF_RELEASE = 'release-';
const OF_TEXTS = 'texts';

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
// A page that has what it needs itself, in the language that its visitor practices.
self.addEventListener('message', (event) => event.waitUntil(keepForPractice(String(event.data))));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname === '/kept/words') event.respondWith(keptWords(request));
  else if (pathname === '/kept/text') event.respondWith(nextText(searchParams));
  else if (pathname.startsWith('/api/')) return;
  else if (request.mode === 'navigate') event.respondWith(page(event));
  else if (RELEASE.files.includes(pathname) || hasHash(pathname)) event.respondWith(file(request));
});

async function install(): Promise<void> {
  const name = OF_RELEASE + RELEASE.name;
  // What an earlier installation of this release kept: caches are sorted by when they were made.
  await caches.delete(name);
  try {
    const cache = await caches.open(name);
    // The browser's own cache has those that the page has loaded.
    await Promise.all(RELEASE.files.map((path) => keepFile(cache, new Request(path))));
    const isKept = await keepPage(await fetch(PAGE));
    if (!isKept) throw new Error('the server has another release at the moment');
  } catch (error) {
    // There may be no space. The browser tries again at the next visit.
    await caches.delete(name);
    throw error;
  }
  // Which worker answers makes no difference to a page: each finds the files of both releases.
  await self.skipWaiting();
  // If a request wakes the old worker just as it should end, Chromium leaves this one waiting for minutes.
  setTimeout(() => self.skipWaiting(), ASK_AGAIN_MS);
}

async function activate(): Promise<void> {
  const releases = (await caches.keys()).filter((name) => name.startsWith(OF_RELEASE));
  await Promise.all(releases.slice(0, -2).map((name) => caches.delete(name)));
  await preloadPages();
  await self.clients.claim();
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(RELEASE.script);
}

/**
 * Makes the browser request a page at once, not only once the worker has started; not in Firefox, which shows its own
 * error page if that request fails, whatever the worker answers (workbox issue 3134).
 */
async function preloadPages(): Promise<void> {
  const { navigationPreload } = self.registration;
  await (navigator.userAgent.includes('Firefox/') ? navigationPreload?.disable() : navigationPreload?.enable());
}

/** Keeps a page for all addresses, if it belongs to this release. */
async function keepPage(response: Response): Promise<boolean> {
  const isOurs = response.ok && (await response.clone().text()).includes(RELEASE.script);
  if (isOurs) await (await caches.open(OF_RELEASE + RELEASE.name)).put(PAGE, response);
  return isOurs;
}

/**
 * Answers with the server's page; with the kept one if the server is away or takes too long. The client then shows the
 * screen.
 */
async function page(event: FetchEvent): Promise<Response> {
  const answer = answerOf(event);
  // Also if it comes too late for this time: the operator may have changed what the server writes into pages.
  if (new URL(event.request.url).pathname === PAGE)
    event.waitUntil(answer.then((response) => keepPage(response.clone())).catch(() => {}));
  const inTime = await Promise.race([answer.catch(() => null), after(PATIENCE_MS)]);
  // A proxy answers because the server is down.
  return inTime && inTime.status < 502 ? inTime : ((await keptPage()) ?? answer);
}

/** Fetches the server's page to its end: a network may fall silent within it. */
async function answerOf(event: FetchEvent): Promise<Response> {
  const response: Response = (await event.preloadResponse) ?? (await fetch(event.request));
  await response.clone().arrayBuffer();
  return response;
}

/** Returns the kept page, which says that it is one. */
async function keptPage(): Promise<Response | null> {
  const kept = await caches.match(PAGE, { cacheName: OF_RELEASE + RELEASE.name });
  return kept ? new Response((await kept.text()).replace('<html', '<html data-kept'), kept) : null;
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}

/** Answers with a kept file, of this release if possible. Other files, such as chosen typefaces, are kept from now on. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(OF_RELEASE + RELEASE.name);
  const kept =
    (await cache.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true }));
  if (kept) return kept;
  const response = await fetch(request);
  // Without space, the file is loaded again next time.
  if (isFile(response)) await cache.put(request, response.clone()).catch(() => {});
  return response;
}

/** Fetches a file and keeps it. Rejects if the answer is not the file. */
async function keepFile(cache: Cache, request: Request): Promise<void> {
  const response = await fetch(request);
  if (!isFile(response)) throw new Error(`the answer is not ${request.url}`);
  await cache.put(request, response);
}

/**
 * Returns whether an answer is a file of the site: the portal of a network answers everything with a page of its own, which
 * may come without a type.
 */
function isFile({ status, headers }: Response): boolean {
  return status === 200 && /^(font|image|audio)\/|^text\/css\b|javascript/i.test(headers.get('content-type') ?? '');
}

/** Parcel names its files `name.HASH.ending`, with eight hexadecimal digits. */
function hasHash(path: string): boolean {
  return /\.[0-9a-f]{8}\.\w+$/.test(path);
}

/** Fetches words and texts in a language for the time without a network, for one page after another. */
function keepForPractice(language: string): Promise<void> {
  return navigator.locks.request('practice', async () => {
    try {
      await fetchWords(language);
      await fetchTexts(language);
    } catch {
      // The server is away or has enough calls, or there is no space.
    }
  });
}

/** Fetches the words, once per release. */
async function fetchWords(language: string): Promise<void> {
  const cache = await caches.open(OF_RELEASE + RELEASE.name);
  const kept = `/kept/words?language=${language}`;
  if (await cache.match(kept)) return;
  const { words } = await ask<{ words: string[] }>(`words?language=${language}`);
  if (Array.isArray(words)) await cache.put(kept, Response.json({ words }));
}

async function fetchTexts(language: string): Promise<void> {
  for (let n = nToFetch(await keptTexts(), language); n > 0; n -= 1) {
    const text = await ask<KeptText>(`gettext?language=${language}`);
    if (typeof text.text !== 'string') return;
    await changeTexts(async () => store(add(await keptTexts(), text)));
  }
}

/** Fetches the answer to a call. The portal of a network may answer in its place, also with JSON of its own. */
async function ask<Answer>(call: string): Promise<Answer> {
  const response = await fetch(`/api/${call}`, { cache: 'no-store' });
  if (!response.ok) throw new Error(`the server refused ${call}`);
  return response.json();
}

/** Answers with words that were kept. */
async function keptWords(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? new Response(null, { status: 404 });
}

/** Answers with a text that was kept, of the language and length in a query. */
function nextText(query: URLSearchParams): Promise<Response> {
  return changeTexts(async () => {
    const found = show(await keptTexts(), query.get('language'), query.get('length'), query.get('not'));
    if (!found) return new Response(null, { status: 404 });
    const [shown, texts] = found;
    await store(texts);
    return Response.json(shown);
  });
}

/** Makes one change to the kept texts after another, so that none is lost. */
function changeTexts<Result>(change: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request('texts', change);
}

async function keptTexts(): Promise<KeptText[]> {
  const texts = await caches.match(TEXTS, { cacheName: OF_TEXTS });
  return texts ? texts.json() : [];
}

async function store(texts: readonly KeptText[]): Promise<void> {
  await (await caches.open(OF_TEXTS)).put(TEXTS, Response.json(texts));
}
