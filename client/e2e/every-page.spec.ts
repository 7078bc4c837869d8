import type { Page } from '@playwright/test';
import { type Api, newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { PATHS } from './paths';

/** The Not Found page itself has status 404. */
test.use({ allowedTrouble: /status of 404 .*\/nowhere\)$/ });

/** The account of this worker's tests, of which each browses alone. */
let account: Promise<{ username: string; token: string }> | undefined;

function accountOf(api: Api) {
  const username = newName('uma');
  account ??= api.signUp(username).then((token) => ({ username, token }));
  return account;
}

/** Opens a page and checks it, in both color schemes; the fixture checks the console and every request. */
async function check(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectNoViolations(page);
  await expect(page.getByRole('heading', { name: 'Not Found' })).toHaveCount(path === '/nowhere' ? 1 : 0);
  // Late requests of a page may fail, too.
  await page.waitForLoadState('networkidle');
}

for (const path of PATHS) {
  test(`${path} is accessible to guests, without errors or failed requests`, async ({ newVisitor }) => {
    await check(await newVisitor({ at: null }), path);
  });
}

for (const path of [...PATHS, '/account/']) {
  test(`${path} is accessible to users, without errors or failed requests`, async ({ newVisitor, api }) => {
    const { token } = await accountOf(api);
    await check(await newVisitor({ token, at: null }), path);
  });
}

test('a profile is accessible to guests and its owner, without errors or failed requests', async ({
  newVisitor,
  api,
}) => {
  const { username, token } = await accountOf(api);
  await check(await newVisitor({ at: null }), `/user/${username}/`);
  await check(await newVisitor({ token, at: null }), `/user/${username}/`);
});

test('the menu of the navigation bar is accessible', async ({ newVisitor }) => {
  // A page with nothing below the menu: over a field, the menu leaves a part of it that is too small to touch.
  const page = await newVisitor({ at: '/nowhere' });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expectNoViolations(page);
});

for (const path of ['/', '/account/', '/shop', '/admin', '/admin/users']) {
  test(`${path} is accessible to admins, without errors or failed requests`, async ({ newVisitor, api, server }) => {
    const username = newName('abe');
    const page = await newVisitor({ token: await api.signUp(username), at: null });
    await server.grantAdmin(username);
    await check(page, path);
  });
}
