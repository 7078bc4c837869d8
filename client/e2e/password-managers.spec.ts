import type { Page } from '@playwright/test';
import { newName } from './api';
import { expect, test } from './fixtures';

/** Expects one field with the account that a password manager stores, which is the email that the login asks for. */
async function expectAccount(page: Page, email: string): Promise<void> {
  const account = page.locator('input[autocomplete="username"]');
  await expect(account).toHaveCount(1);
  await expect(account).toHaveValue(email);
  await expect(account).toHaveAttribute('type', 'email');
}

test('password managers store the email, with which users log in', async ({ newVisitor, api, mailbox }) => {
  const username = newName('petra');
  const email = `${username}@example.org`;
  const guest = await newVisitor({ at: null });
  for (const path of ['/account/signup', '/account/login', '/account/forgot']) {
    await guest.goto(path);
    await guest.getByLabel('Email').fill(email);
    await expectAccount(guest, email);
  }

  const user = await newVisitor({ token: await api.signUp(username), at: '/account/' });
  await expectAccount(user, email);
  await user.getByRole('button', { name: 'Change', exact: true }).first().click();
  await expect(user.getByRole('dialog').getByLabel('Username')).toBeVisible();
  await expectAccount(user, email);

  await api.post('/api/account/forgot', { email });
  await guest.goto(await mailbox.takeLink(email, '/account/reset'));
  await expect(guest.getByLabel('Confirm password')).toBeVisible();
  await expectAccount(guest, email);
});
