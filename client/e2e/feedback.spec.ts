import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, logIn, test } from './fixtures';

test('a guest is asked to log in, and returns to leave feedback', async ({ newVisitor, api }) => {
  const username = newName('fay');
  await api.signUp(username);
  const page = await newVisitor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leave Feedback' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('In order to leave feedback please login')).toBeVisible();
  await expect(main.getByLabel('Message')).toBeHidden();
  await expectNoViolations(page);

  await main.getByRole('link', { name: 'Login' }).click();
  await logIn(page, username);
  await expect(page).toHaveURL('/feedback');
  // Only in the pop-up: the form with the same text may still be on the page.
  await expect(page.getByText('Successfully logged in').last()).toBeVisible();
  await expect(main.getByLabel('Message')).toBeVisible();
});

test('the first feedback earns a skin, the second a thank-you', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('fio')), at: '/feedback' });
  const message = page.getByLabel('Message');
  await message.fill('The hummingbirds are lovely.');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Send' }).click();
  const thanks = page.getByRole('heading', { name: 'Thank you four your feedback!' });
  await expect(thanks).toBeFocused();
  await expect(page.getByText('You’ve earned a new skin!')).toBeVisible();
  const skin = await page.getByRole('main').locator('img').getAttribute('src');
  const profile = await page.getByRole('link', { name: 'See it on your profile' }).getAttribute('href');
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(message).toHaveValue('');
  await message.fill('One more thing.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(thanks).toBeFocused();
  await expect(page.getByText('You’ve earned a new skin!')).toBeHidden();

  await page.goto(profile ?? '');
  await page.getByRole('button', { name: 'Change skin' }).click();
  await expect(page.getByRole('dialog').getByRole('button').locator(`img[src="${skin}"]`)).toBeVisible();
});

test('the remaining length is shown near the limit, and a longer message is not sent', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('fred')), at: '/feedback' });
  const message = page.getByLabel('Message');
  const send = page.getByRole('button', { name: 'Send' });
  await message.fill('a'.repeat(3499));
  await expect(page.getByText('characters left')).toBeHidden();
  // A bird is one character, but two UTF-16 units.
  await message.fill('🐦'.repeat(3990));
  await expect(page.getByText('10 characters left')).toBeVisible();
  await message.fill('🐦'.repeat(4001));
  await expect(page.getByRole('alert').getByText('Your message is 1 character too long.')).toBeVisible();
  await expect(send).toBeDisabled();
  await message.fill('🐦'.repeat(4000));
  await send.click();
  await expect(page.getByRole('heading', { name: 'Thank you four your feedback!' })).toBeVisible();
});

test('the page links to text requests', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/feedback' });
  await page.getByRole('link', { name: 'Text Request' }).click();
  await expect(page).toHaveTitle('Text Request | Colibri');
});
