import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BrowserContext, BrowserType, Page, Request } from '@playwright/test';

import { Api, newName } from './api';
import { expectNoViolations } from './axe';
import { enterAs, expect, loadsOf, screenOf, test } from './fixtures';
import { accountOf } from './runs';
import { Server } from './server';
import { TcpProxy } from './tcp-proxy';
import { TEXT } from './typing';
import { UpdatedSite } from './updated-site';

// The errors of the browser about an unreachable server, and about files that an update removed.
test.use({
  allowedTrouble: /ERR_CONNECTION|ERR_FAILED|ERR_INTERNET_DISCONNECTED|NS_ERROR_|status of 404/,
  serviceWorkers: 'allow',
});

/** The pause between keys, so that no run is impossibly fast. */
const DELAY_MS = 50;

/** The time that a new release may take to be kept on a busy machine. */
const UPDATE = { timeout: 60_000 };

const UPDATED = 'Colibri has been updated.';

/** A browser whose data outlives it, in which a visitor has accepted the cookie notice. */
async function persistentBrowser(
  type: BrowserType,
  folder: string,
  url: string,
  token: string,
): Promise<BrowserContext> {
  const { launchOptions, channel } = test.info().project.use;
  const options = { baseURL: url, locale: 'en-US', serviceWorkers: 'allow' } as const;
  const context = await type.launchPersistentContext(folder, { ...launchOptions, channel, ...options });
  await context.addInitScript((token) => {
    localStorage.setItem('cookies', JSON.stringify({ allow: true, date: new Date().toISOString() }));
    localStorage.setItem('token', token);
  }, token);
  return context;
}

/** Waits until a service worker keeps the site, the words and a text. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  // The words are fetched first.
  await expect.poll(async () => (await keptTexts(page)).count, UPDATE).toBeGreaterThan(0);
}

/** The number of texts that the service worker keeps, and the one that is shown next. */
function keptTexts(page: Page): Promise<{ count: number; next: string | undefined }> {
  return page.evaluate(async () => {
    const kept = await caches.match('/kept/texts');
    const texts: { text: string }[] = kept ? await kept.json() : [];
    return { count: texts.length, next: texts[0]?.text };
  });
}

/**
 * Lets a page send requests until a second after a new release waits. One of them wakes the old worker just as it should
 * end, after which Chromium leaves the new one waiting.
 */
function askUntilOneWaits(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const asking = setInterval(() => {
      fetch('/healthz').catch(() => {});
      if (registration.waiting) setTimeout(() => clearInterval(asking), 1000);
    }, 50);
  });
}

/** Types the text that the page shows to its end. Returns it. */
async function typeText(page: Page): Promise<string> {
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  const text = (await page.locator(TEXT).textContent()) ?? '';
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  return text;
}

/** The results that the page sends from now on. */
function sentResults(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => request.url().endsWith('/api/singleplayer') && sent.push(request));
  return sent;
}

/** Checks a field of all results that were sent, in their order. Firefox tells the number only. */
function expectSent(sent: readonly Request[], field: string, values: readonly string[]): void {
  expect(sent.map((request, index) => request.postDataJSON()?.[field] ?? values[index])).toEqual(values);
}

/** The runs of a user, newest first. */
async function history(site: string, token: string): Promise<{ mode: string; date: string }[]> {
  return (await new Api(site).post<{ runs: { mode: string; date: string }[] }>('/api/history', { token })).runs;
}

/** The notice of the results that wait. */
const waiting = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** The number of saved practices, among the statistics. */
const completed = (page: Page) => page.locator('dt:text("Practices completed") + dd');

test('a run typed offline is saved once, after a restart of browser and server', async ({
  playwright,
  browserName,
}) => {
  const server = await Server.start();
  const folder = await mkdtemp(join(tmpdir(), 'colibri-visitor-'));
  try {
    const token = await new Api(server.url).signUp(newName('ona'));
    let context = await persistentBrowser(playwright[browserName], folder, server.url, token);
    let page = await context.newPage();
    await page.goto('/singleplayer/');
    await kept(page);
    await page.close();

    await server.kill();
    page = await context.newPage();
    await page.goto('/singleplayer/');
    await typeText(page);
    await expect(page.getByRole('heading', { name: 'How it went' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Can’t reach Colibri.' })).toBeVisible();
    await expect(waiting(page, '1 result is kept on this device')).toBeVisible();
    await expectNoViolations(page);
    const typedBefore = Date.now();
    // Another text, and the settings.
    await page.getByRole('button', { name: 'New text' }).last().click();
    await expect(page.getByLabel('Type the text here')).toBeFocused();
    await page.getByRole('main').getByRole('button', { name: 'Settings' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Settings' }).getByRole('group', { name: 'Caret', exact: true }),
    ).toBeVisible();
    await context.close();

    await server.startAgain();
    context = await persistentBrowser(playwright[browserName], folder, server.url, token);
    page = await context.newPage();
    const sent = sentResults(page);
    await page.goto('/singleplayer/');
    await expect(completed(page)).toHaveText('1');
    await page.reload();
    await expect(completed(page)).toHaveText('1');
    expect(sent).toHaveLength(1);
    const [run] = await history(server.url, token);
    expect(Date.parse(run?.date ?? '')).toBeLessThan(typedBefore);
    await context.close();
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('each kind of practice works offline, and its runs are saved later', async ({ newVisitor }) => {
  const server = await Server.start();
  try {
    const token = await new Api(server.url).signUp(newName('mia'));
    const page = await newVisitor({ baseURL: server.url, token, at: '/singleplayer/' });
    await kept(page);
    const ownText = 'A text of my own.';
    await page.evaluate((text) => localStorage.setItem('ownText', JSON.stringify({ text, part: 0 })), ownText);
    await server.kill();

    await page.goto('/singleplayer/?mode=text&length=long');
    await typeText(page);
    await expect(waiting(page, '1 result is kept on this device')).toBeVisible();
    await page.goto('/singleplayer/?mode=words&count=10');
    expect((await typeText(page)).split(' ')).toHaveLength(10);
    await page.goto('/singleplayer/?mode=own');
    expect(await typeText(page)).toBe(ownText);
    await page.goto('/singleplayer/?mode=weak');
    await typeText(page);
    await expect(waiting(page, '4 results are kept on this device')).toBeVisible();

    // A page that is left while it sends would have the next one send again.
    await page.goto('about:blank');
    const sent = sentResults(page);
    await server.startAgain();
    await page.goto('/singleplayer/');
    const modes = async () => (await history(server.url, token)).map(({ mode }) => mode);
    await expect.poll(modes).toEqual(['weak', 'own', 'words10', 'text']);
    await expect(waiting(page, 'kept on this device')).toBeHidden();
    expectSent(sent, 'mode', ['text', 'words10', 'own', 'weak']);
    // Other kinds than texts do not count in these statistics.
    await expect(completed(page)).toHaveText('1');
  } finally {
    await server.stop();
  }
});

test('a network that never answers leaves what the device keeps', async ({ newVisitor, api, server }) => {
  test.slow();
  const proxy = await TcpProxy.start(server.url);
  const page = await newVisitor({
    baseURL: proxy.url,
    token: await api.signUp(newName('sil')),
    at: '/singleplayer/',
  });
  await kept(page);
  await expect.poll(async () => (await keptTexts(page)).count, UPDATE).toBeGreaterThan(1);
  proxy.silence();
  for (const query of ['', '?mode=words&count=10', '?mode=weak']) {
    await page.goto(`/singleplayer/${query}`);
    await expect(page.getByLabel('Type the text here')).toBeFocused();
    const first = (await page.locator(TEXT).textContent()) ?? '';
    await page.keyboard.type(first.slice(0, 5));
    await expect(page.getByRole('status').filter({ hasText: 'Can’t reach Colibri.' })).toBeVisible();
    await page.keyboard.press('Shift+Enter');
    await expect(page.locator(TEXT)).not.toHaveText(first);
    await expect(page.getByLabel('Type the text here')).toBeFocused();
  }
  await page.close();
  await proxy.stop();
});

test('a network that falls silent within the page leaves the kept one', async ({ newVisitor, server }) => {
  const proxy = await TcpProxy.start(server.url);
  const page = await newVisitor({ baseURL: proxy.url, at: '/singleplayer/' });
  await kept(page);
  proxy.silenceWithinAnswers();
  // An address at which the browser has no page to compare.
  await page.goto('/singleplayer/?mode=text');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await page.close();
  await proxy.stop();
});

test('what a portal answers in place of a file, words or texts is not kept', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/singleplayer/' });
  await kept(page);
  // A file that is not kept yet, such as a typeface, which a portal answers.
  for (const [path, headers] of [
    ['/portal.00000000.woff2', { 'content-type': 'text/html' }],
    ['/portal.00000001.woff2', {}],
  ] as const) {
    await page.context().route(`**${path}`, (route) => route.fulfill({ headers, body: 'Log in' }));
    const isKept = await page.evaluate(async (path) => {
      await fetch(path);
      return (await caches.match(path)) !== undefined;
    }, path);
    expect(isKept, path).toBe(false);
  }

  for (const answer of [{ contentType: 'text/html', body: 'Log in' }, { json: { status: 'blocked' } }]) {
    const asked: string[] = [];
    await page.context().route(/\/api\/(words|gettext)/, (route) => {
      asked.push(route.request().url());
      return route.fulfill(answer);
    });
    await page.evaluate(() =>
      // Not while the worker fetches others.
      navigator.locks.request('practice', async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          for (const { url } of await cache.keys()) if (url.includes('/kept/')) await cache.delete(url);
        }
        navigator.serviceWorker.controller?.postMessage('en');
      }),
    );
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    const isKept = await page.evaluate(() =>
      navigator.locks.request('practice', async () =>
        Promise.all(['/kept/words?language=en', '/kept/texts'].map(async (path) => Boolean(await caches.match(path)))),
      ),
    );
    expect(isKept).toEqual([false, false]);
  }
});

test('a result of a month ago is saved once, only to its account', async ({ newVisitor, api }) => {
  const [ana, bo] = [await api.signUp(newName('ana')), await api.signUp(newName('bo'))];
  const page = await newVisitor({ at: '/about' });
  const date = new Date(Date.now() - 32 * 24 * 3_600_000).toISOString();
  const entries = [{ account: accountOf(ana), result: { time: 10, wpm: 60, accuracy: 100, date } }];
  await page.evaluate((entries) => localStorage.setItem('practices', JSON.stringify(entries)), entries);
  const sent = sentResults(page);
  await page.goto('/singleplayer/');
  await expect(waiting(page, '1 result is kept on this device until you log in to its account.')).toBeVisible();

  await enterAs(page, bo);
  await page.reload();
  await expect(completed(page)).toHaveText('0');
  await expect(waiting(page, 'kept on this device')).toBeHidden();
  expect(sent).toEqual([]);

  await enterAs(page, ana);
  await page.reload();
  await expect(completed(page)).toHaveText('1');
  await page.reload();
  await expect(completed(page)).toHaveText('1');
  expectSent(sent, 'date', [date]);
});

test('offline, every screen opens and says that the server is away', async ({ newVisitor }) => {
  const server = await Server.start();
  try {
    const page = await newVisitor({ baseURL: server.url, at: '/singleplayer/' });
    await kept(page);
    await server.kill();
    for (const path of ['/', '/about', '/settings', '/no/such/screen']) {
      await page.goto(path);
      await screenOf(page);
    }
    await page.goto('/');
    await expect(page.getByRole('status').filter({ hasText: 'Can’t reach Colibri.' })).toBeVisible();
    // Neither calls nor the health check are kept.
    const addresses = await page.evaluate(async () => {
      const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(addresses.filter((path) => /^\/(api|healthz|socket.io)/.test(path))).toEqual([]);
    await server.startAgain();
    await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('an update leaves open pages alone, which say so and reload when asked', async ({ newVisitor, server }) => {
  const site = await UpdatedSite.start(server.url);
  try {
    const page = await newVisitor({ baseURL: site.url, at: '/singleplayer/' });
    const releases = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('release')));
    await kept(page);
    expect(await releases()).toHaveLength(1);
    const loads = loadsOf(page);
    const before = await page.locator('script[type=module]').getAttribute('src');

    site.update();
    // A visit in another window finds the new worker.
    const other = await page.context().newPage();
    await other.goto('/');
    const notice = page.getByText(UPDATED);
    await expect(notice).toBeVisible(UPDATE);
    await expectNoViolations(page);
    await expect(other.getByText(UPDATED)).toBeHidden();
    // A screen that the page has not loaded yet.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible();
    expect(loads).toEqual([]);

    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible();
    await expect(notice).toBeHidden();
    expect(await page.locator('script[type=module]').getAttribute('src')).not.toBe(before);
    for (let n = 0; n < 2; n += 1) {
      const last = (await releases()).at(-1);
      site.update();
      await askUntilOneWaits(page);
      await other.reload();
      await expect.poll(async () => (await releases()).at(-1), UPDATE).not.toBe(last);
      await expect.poll(releases, UPDATE).toHaveLength(2);
    }
  } finally {
    await site.stop();
  }
});

test('a page that has said once that it is too old does not repeat it', async ({ newVisitor, server }) => {
  const site = await UpdatedSite.start(server.url);
  try {
    const page = await newVisitor({ baseURL: site.url, at: '/singleplayer/' });
    await kept(page);
    const other = await page.context().newPage();
    site.update();
    await other.goto('/');
    const notice = page.getByText(UPDATED);
    await expect(notice).toBeVisible(UPDATE);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toBeHidden();

    const message = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true });
        }),
    );
    site.update();
    await other.reload();
    expect(await message).toMatch(/^\/client\./);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(notice).toBeHidden();
  } finally {
    await site.stop();
  }
});

test('at most fifty texts are kept', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/singleplayer/' });
  await kept(page);
  await page.evaluate(async () => {
    const texts = Array.from({ length: 50 }, (_, n) => ({ author: 'Ana', language: 'en', text: `Text number ${n}.` }));
    // The worker may be adding others.
    await navigator.locks.request('texts', async () =>
      (await caches.open('texts')).put('/kept/texts', Response.json(texts)),
    );
  });
  await page.reload();
  await expect.poll(async () => (await keptTexts(page)).next, { timeout: 30_000 }).not.toBe('Text number 0.');
  expect((await keptTexts(page)).count).toBe(50);
});

test('a browser without space for the site works as without a service worker', async ({ newVisitor, server }) => {
  const page = await newVisitor({ at: null });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 1000 });
  await page.goto('/singleplayer/');
  const end = await page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/serviceWorker.js');
    await new Promise((resolve) => installing?.addEventListener('statechange', resolve));
    return installing?.state;
  });
  expect(end).toBe('redundant');
  await typeText(page);
});

test('a site that its operator switched to online only makes browsers forget it', async ({ newVisitor }) => {
  const server = await Server.start();
  try {
    const page = await newVisitor({ baseURL: server.url, at: '/singleplayer/' });
    await kept(page);
    await server.kill();
    await server.startAgain({ COLIBRI_OFFLINE: 'off' });
    await page.goto('/');
    const left = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]);
    await expect.poll(left).toEqual([0, 0]);
  } finally {
    await server.stop();
  }
});
