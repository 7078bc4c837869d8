import type { Page } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { enterAs, expect, hold, logIn, test } from './fixtures';

test.use({ allowedTrouble: /status of 40[14]/, serverSettings: { COLIBRI_PAYMENTS: 'simulator' } });

/** The address to which the payment provider returns a buyer. */
const RETURN = '/shop/success?paymentId=PAYID-1234567&token=EC-1234567&PayerID=BUYER12345&skin=mango';

const SIMULATED = 'This is a test shop. Payments are simulated, so you won’t be charged.';

/** Starts buying the first skin of the day, up to the payment provider's page. */
async function choose(page: Page): Promise<{ name: string; price: string }> {
  await page.goto('/shop');
  await expect(page.getByText(SIMULATED)).toBeVisible();
  const card = page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first();
  await card.waitFor();
  // After the image come name, description and price.
  const [, name = '', , price = ''] = await card.locator('span').allTextContents();
  await card.click();
  const dialog = page.getByRole('dialog', { name: 'Confirm purchase' });
  await expect(dialog.getByText(`Are you sure you want to buy ${name} for ${price}?`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue with PayPal' }).click();
  await expect(page.getByRole('button', { name: 'Pay with play money' })).toBeVisible();
  return { name, price };
}

test('a paid skin is added to the buyer’s skins, and an invoice is mailed', async ({ newVisitor, api, mailbox }) => {
  const username = newName('bea');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  const { name, price } = await choose(page);
  const complete = await hold(page, '**/api/shop/success');
  await page.getByRole('button', { name: 'Pay with play money' }).click();

  await expect(page.getByRole('status').filter({ hasText: 'Awaiting payment...' })).toBeVisible();
  complete();
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();
  await expect(page.getByRole('img', { name })).toHaveAttribute('src', /^\/img\/skins\/[\w-]+\.png$/);
  await expect(page.getByText('Thank you for your purchase!')).toBeVisible();
  await expect(page.getByText(`${name} for ${price}`)).toBeVisible();
  await expect(page.getByText('We sent an invoice to your email address.')).toBeVisible();
  await expect(page.getByText(SIMULATED)).toBeVisible();
  await expectNoViolations(page);
  await mailbox.mail(`${username}@example.org`, name);
  // The same answer, without a second payment.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment successful' })).toBeVisible();

  await page.getByRole('link', { name: 'View your profile' }).click();
  await page.getByRole('button', { name: 'Change skin' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name })).toBeVisible();
  await page.goto('/shop');
  await expect(page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first()).toBeDisabled();
});

test('a buyer who changes their mind at the payment is not charged', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('nic')), at: null });
  await choose(page);
  await page.getByRole('button', { name: 'Cancel and return to the shop' }).click();
  await expect(page.getByRole('heading', { name: 'Your order got canceled successfully' })).toBeVisible();
  await expect(page.getByText(SIMULATED)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Continue shopping' }).click();
  await expect(page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first()).toBeEnabled();
});

test('a buyer who returns from the payment without a session logs in to complete it', async ({ newVisitor, api }) => {
  const username = newName('lou');
  await api.signUp(username);
  const page = await newVisitor({ at: RETURN });
  await expect(page.getByRole('heading', { name: 'Log in to complete your payment' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(page, username);
  await expect(page).toHaveURL(RETURN);
  // The server has no such payment.
  await expect(page.getByRole('heading', { name: 'The payment didn’t go through' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('We couldn’t find this payment in your account.');
  await expectNoViolations(page);
});

test('a login in another window completes the payment', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('lou'));
  const page = await newVisitor({ at: RETURN });
  await expect(page.getByRole('heading', { name: 'Log in to complete your payment' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/');
  await enterAs(other, token);
  await expect(page.getByRole('alert')).toHaveText('We couldn’t find this payment in your account.');
});
