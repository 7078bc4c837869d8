import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, logIn, test } from './fixtures';

const NEW_PASSWORD = 'violet sabrewing at first light';

test.use({ allowedTrouble: /status of 4(22|29)/ });

test('a visitor resets a forgotten password by mail, and logs in with the new one', async ({
  newVisitor,
  api,
  mailbox,
}) => {
  const username = newName('fran');
  const email = `${username}@example.org`;
  await api.signUp(username);

  const page = await newVisitor({ at: '/account/login' });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill(email);
  const refusal = 'Too many attempts. Try again in 4 seconds.';
  await page.route('**/api/account/forgot', (route) => route.fulfill({ status: 429, body: refusal }), { times: 1 });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(refusal);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('We sent you an email. Please check your inbox to reset you password.')).toBeVisible();
  await expectNoViolations(page);

  await page.goto(await mailbox.takeLink(email, '/account/reset'));
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expectNoViolations(page);
  const reset = async (password: string, confirm: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(confirm);
    await page.getByRole('button', { name: 'Reset' }).click();
  };
  await reset(NEW_PASSWORD, 'something else entirely');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('The passwords don’t match.');
  await reset(NEW_PASSWORD, NEW_PASSWORD);
  await expect(page.getByText('Password has been successfully reset. You can login now.')).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(page, username, NEW_PASSWORD);
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
});

test('a password reset by mail logs the user out in every window', async ({ newVisitor, api, mailbox }) => {
  const username = newName('fay');
  const email = `${username}@example.org`;
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  await api.post('/api/account/forgot', { email });
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(other.getByText(`Welcome, ${username}`)).toBeVisible();

  await page.goto(await mailbox.takeLink(email, '/account/reset'));
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Password has been successfully reset. You can login now.')).toBeVisible();
  for (const window of [page, other]) {
    await expect(window.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible();
  }
});
