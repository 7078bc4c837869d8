import type { Page } from '@playwright/test';
import { newName } from './api';
import { expectNoViolations } from './axe';
import { BUSY, expect, test } from './fixtures';

test.use({ allowedTrouble: /status of (401|409|503)/ });

/** Returns the status of a call of the public API with this key, made by a script of the page. */
function statusOf(page: Page, path: string, key: string): Promise<number> {
  return page.evaluate(
    async ([path, key]) => {
      const answer = await fetch(path, { headers: { Authorization: `Bearer ${key}` }, cache: 'no-store' });
      return answer.status;
    },
    [path, key] as const,
  );
}

test('a key is made, copied and used, and is refused once it is revoked', async ({ newVisitor, api }) => {
  const username = newName('ana');
  const page = await newVisitor({
    token: await api.signUp(username),
    at: '/account/',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const card = page.getByRole('region', { name: 'API keys' });
  await card.getByLabel('Name of the new key').fill('Class board');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status').filter({ hasText: 'Copy it now' })).toContainText('colibri_');
  const row = card.getByRole('listitem');
  await expect(row).toContainText('Class board');
  await expect(row).toContainText('never used');
  await expectNoViolations(page);
  await card.getByRole('button', { name: 'Copy the key' }).click();
  await expect(page.getByText('Successfully copied to clipboard')).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^colibri_[0-9a-f]{40}$/);
  expect(await statusOf(page, `/api/v1/users/${username}`, key)).toBe(200);

  await page.reload();
  await expect(row).toContainText('last used on');
  await expect(card.getByText('colibri_')).toHaveCount(0);
  await row.getByRole('button', { name: 'Revoke Class board' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Class board' });
  await expect(question.getByRole('button', { name: 'Keep the key' })).toBeFocused();
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(card.getByLabel('Name of the new key')).toBeFocused();
  expect(await statusOf(page, `/api/v1/users/${username}`, key)).toBe(401);
});

test('a refused name and a failed revocation say why', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('ana')), at: '/account/' });
  const card = page.getByRole('region', { name: 'API keys' });
  const make = card.getByRole('button', { name: 'Create API key' });
  await card.getByLabel('Name of the new key').fill('Class board');
  await make.click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await card.getByLabel('Name of the new key').fill('Class board');
  await make.click();
  await expect(card.getByRole('alert')).toHaveText('An error occurred: This name is taken.');
  await expect(card.getByLabel('Name of the new key')).toHaveAttribute('aria-invalid', 'true');
  await expectNoViolations(page);

  await page.route('**/api/revokeapikey', (route) => route.fulfill(BUSY));
  await card.getByRole('button', { name: 'Revoke Class board' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Class board' });
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(question.getByRole('alert')).toContainText('The server is busy.');
  await question.getByRole('button', { name: 'Keep the key' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
});
