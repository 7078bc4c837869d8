import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';

import { Api, PASSWORD } from './api';
import { insertTextByFirefox } from './firefox/insertText';
import { Mailbox } from './mailbox';
import { Server, type Texts } from './server';
import { textsOfReact } from './translator';

interface Fixtures {
  /** The failures that this test expects: errors in the console, failed requests, and answers of 400 and above. */
  allowedTrouble: RegExp | null;
  api: Api;
  /** A visitor in a separate browser, who has accepted the cookie notice unless they are new. */
  newVisitor: (visit?: Visit) => Promise<Page>;
}

/** Options of a visitor and their browser. */
interface Visit extends BrowserContextOptions {
  /** The screen that they open, the front page by default; null opens none. */
  at?: string | null;
  /** True if they have not been asked for consent yet. */
  isNew?: boolean;
  /** The token of their account, if they are logged in. */
  token?: string;
  /** The further entries that an earlier visit left in the browser's storage. */
  stored?: Record<string, string>;
}

interface WorkerFixtures {
  /** The settings of this file's server that differ from the defaults. */
  serverSettings: Record<string, string>;
  /** The texts that its server has. */
  texts: Texts;
  /** The receiver of the server's mails. */
  mailbox: Mailbox;
  server: Server;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: 'worker' }],
  texts: ['short', { option: true, scope: 'worker' }],
  mailbox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern, and this one needs no fixture
    async ({}, use) => {
      const mailbox = await Mailbox.start();
      await use(mailbox);
      await mailbox.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailbox, serverSettings, texts }, use) => {
      const server = await Server.start({ SMTP_URL: mailbox.url, ...serverSettings }, texts);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  allowedTrouble: [null, { option: true }],
  api: async ({ server }, use) => use(new Api(server.url)),
  // A service worker answers in place of `page.route`, so only the tests of it allow one.
  serviceWorkers: 'block',
  newVisitor: async ({ browser, browserName, server, allowedTrouble, serviceWorkers }, use) => {
    const troubles: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async ({ at = '/', isNew = false, token, stored = {}, ...special } = {}) => {
      const { baseURL = server.url } = special;
      const entries = {
        ...stored,
        ...(!isNew && { cookies: JSON.stringify({ allow: true, date: new Date().toISOString() }) }),
        ...(token && { token }),
      };
      const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
      const storageState = { cookies: [], origins: [{ origin: baseURL, localStorage }] };
      // Only one window of a Firefox has the focus, so each visitor there has a browser of their own.
      const own = browserName === 'firefox' && contexts.length > 0 ? await browser.browserType().launch() : browser;
      const context = await own.newContext({ baseURL, storageState, serviceWorkers, ...special });
      contexts.push(context);
      if (browserName === 'firefox') await insertTextByFirefox(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(`console: ${message.text()} (${page.url()})`);
      });
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? 'unknown';
        // Leaving a page cancels its pending requests.
        if (!/^(net::ERR|NS_BINDING)_ABORTED$/.test(reason)) troubles.push(`request: ${reason} (${request.url()})`);
      });
      page.on('response', (response) => {
        const status = response.status();
        if (status >= 400) troubles.push(`response: status of ${status} (${response.url()})`);
      });
      if (at === null) return page;
      await page.goto(at);
      await screenOf(page);
      return page;
    });
    for (const context of contexts) {
      for (const page of context.pages()) {
        // Again if the page is just going on to another one, as a racer who waits alone does.
        await expect(async () => expect(await textsOfReact(page)).toEqual([])).toPass({ timeout: 10_000 });
      }
      await context.close();
      if (context.browser() !== browser) await context.browser()?.close();
    }
    expect(troubles.filter((trouble) => !allowedTrouble?.test(trouble))).toEqual([]);
  },
});

export { expect };

/** An answer of the api while its database is away. Without the header, the page would wait for the server's return. */
export const BUSY = {
  status: 503,
  headers: { 'colibri-error': 'unavailable' },
  body: 'The server is busy. Please try again in a moment.',
};

/** Waits for the heading that every screen has, which replaces that of the loading screen. */
export async function screenOf(page: Page): Promise<void> {
  await page
    .locator('h1', { hasNotText: /^(Loading|Cargando)/ })
    .first()
    .waitFor({ state: 'attached' });
}

/** Signs up through the form. */
export async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/account/signup');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Country').fill('Costa Rica');
  await page.keyboard.press('Enter');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
}

/** Fills in the login form that the page shows, and sends it. */
export async function logIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
}

/** The requests to `path` that the page sends from now on. */
export function requestsTo(page: Page, path: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === path && sent.push(request.url()));
  return sent;
}

/** The addresses of the documents that the page loads from now on. */
export function loadsOf(page: Page): string[] {
  const loaded: string[] = [];
  page.on('load', () => loaded.push(page.url()));
  return loaded;
}

/** Stores `token`, as a login in another tab would; the next page load uses it. */
export async function enterAs(page: Page, token: string): Promise<void> {
  await page.evaluate((value) => localStorage.setItem('token', value), token);
}

/** Holds back the page's calls to `path` until the returned function is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.fallback();
  });
  return letThrough;
}
