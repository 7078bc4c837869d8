import { newName } from './api';
import { BUSY, enterAs, expect, test } from './fixtures';

test.describe('a visitor who is not an admin', () => {
  test.use({ allowedTrouble: /status of 40[13]/ });

  for (const path of ['/admin', '/admin/users']) {
    test(`sees nothing of ${path}, and is redirected home`, async ({ newVisitor, api }) => {
      const page = await newVisitor();
      await page.clock.install();
      for (const token of [null, await api.signUp(newName('nod')), 'no.token.of.ours']) {
        if (token !== null) await enterAs(page, token);
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
        await expect(page.getByRole('heading', { name: /Add skin|Users/ })).toBeHidden();
        await page.clock.runFor(3000);
        await expect(page).toHaveURL('/');
      }
    });
  }

  test('is redirected home after losing the admin role', async ({ newVisitor, api, server }) => {
    const username = newName('nan');
    const token = await api.signUp(username);
    await server.grantAdmin(username);
    const page = await newVisitor({ token, at: '/admin' });
    await expect(page.getByRole('heading', { name: 'Add skin' })).toBeVisible();
    await server.revokeAdmin(username);
    await page.clock.install();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await page.clock.runFor(3000);
    await expect(page).toHaveURL('/');
  });
});

test.describe('an admin while the server fails', () => {
  test.use({ allowedTrouble: /status of 503/ });

  test('sees the error, and can retry', async ({ newVisitor, api, server }) => {
    const username = newName('abe');
    const token = await api.signUp(username);
    await server.grantAdmin(username);
    const page = await newVisitor({ token, at: null });
    await page.clock.install();
    let isBusy = true;
    await page.route('**/api/admin', (route) => (isBusy ? route.fulfill(BUSY) : route.continue()));
    await page.goto('/admin');
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(retry).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(page.getByText(BUSY.body)).toBeVisible();
    isBusy = false;
    await retry.click();
    await expect(page.getByRole('heading', { name: 'Add skin' })).toBeVisible();
  });
});
