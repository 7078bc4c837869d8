import { newName, PASSWORD } from './api';
import { expectNoViolations } from './axe';
import { expect, logIn, test } from './fixtures';

const NEW_PASSWORD = 'violet sabrewing at first light';

test.use({ allowedTrouble: /status of 422/ });

test('the old address takes back a change of the address, and chooses a new password', async ({
  newVisitor,
  api,
  mailbox,
}) => {
  const username = newName('rosa');
  const email = `${username}@example.org`;
  const token = await api.signUp(username);
  await api.post('/api/account/changeemail', { token, email: `x${email}`, password: PASSWORD });
  const link = await mailbox.takeLink(email, '/account/restore');

  const page = await newVisitor({ token, at: link });
  const main = page.getByRole('main');
  await expectNoViolations(page);
  await main.getByRole('button', { name: 'Take the change back' }).click();
  await expect(main.getByRole('heading', { name: 'Your email address is restored' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible();
  await expectNoViolations(page);
  await main.getByRole('link', { name: 'Reset password' }).click();
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Reset' }).click();
  await main.getByRole('link', { name: 'Login' }).click();
  await logIn(page, username, NEW_PASSWORD);
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();

  await page.goto(link);
  await main.getByRole('button', { name: 'Take the change back' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.');
});
