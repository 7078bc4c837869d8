import { test as base, expect, type Page } from '@playwright/test';

import { Api, PASSWORD } from './api';
import { Server } from './server';

interface Fixtures {
  /** What the console may say in this test: the browser itself reports every answer of 400 and above there. */
  allowedTrouble: RegExp | null;
  api: Api;
  /** A visitor in a browser of their own, who has accepted the cookie notice; `url` is another way to the site. */
  newVisitor: (url?: string) => Promise<Page>;
}

interface WorkerFixtures {
  /** What this file sets for its server beside the usual. */
  serverSettings: Record<string, string>;
  server: Server;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverSettings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverSettings }, use) => {
      const server = await Server.start(serverSettings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  allowedTrouble: [null, { option: true }],
  api: async ({ server }, use) => use(new Api(server.url)),
  newVisitor: async ({ browser, server, allowedTrouble }, use) => {
    const troubles: string[] = [];
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (url = server.url) => {
      const context = await browser.newContext({ baseURL: url });
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(`console: ${message.text()} (${page.url()})`);
      });
      await page.goto('/');
      await page.getByRole('button', { name: 'I understand' }).click();
      return page;
    });
    for (const context of contexts) await context.close();
    expect(troubles.filter((trouble) => !allowedTrouble?.test(trouble))).toEqual([]);
  },
});

export { expect };

/** Signs up through the form, as a newcomer does. */
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
