import { readFile } from 'node:fs/promises';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { BUSY, expect, hold, test } from './fixtures';

test.use({ allowedTrouble: /status of 503/ });

test('users download their data as a file', async ({ newVisitor, api }) => {
  const username = newName('ana');
  const page = await newVisitor({ token: await api.signUp(username), at: '/account/' });
  const data = page.getByRole('region', { name: 'Your data' });
  const saved = page.waitForEvent('download');
  await data.getByRole('button', { name: 'Download my data' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${username}.zip`);
  const zip = await readFile(await download.path());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['account.json', 'races.json', 'practice.json']) expect(zip.includes(name)).toBe(true);
});

test('a download says that it is prepared, or why it failed', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('ana')), at: '/account/' });
  const data = page.getByRole('region', { name: 'Your data' });
  const letThrough = await hold(page, '**/api/account/data');
  await data.getByRole('button').click();
  const pending = data.getByRole('button', { name: 'Preparing your file...' });
  await expect(pending).toHaveAttribute('aria-disabled', 'true');
  await expect(pending).toBeFocused();
  const saved = page.waitForEvent('download');
  letThrough();
  await saved;

  await page.unrouteAll();
  await page.route('**/api/account/data', (route) => route.fulfill(BUSY));
  await data.getByRole('button', { name: 'Download my data' }).click();
  await expect(data.getByRole('alert')).toContainText('The server is busy.');
  await expectNoViolations(page);
});
