import { newName, PASSWORD } from './api';
import { expect, test } from './fixtures';

test.use({ allowedTrouble: /status of 409/ });

test('signup takes five fields, explains refusals, and announces the mail', async ({ newVisitor, api }) => {
  const page = await newVisitor();
  const [taken, username] = [newName('tom'), newName('sue')];
  await api.signUp(taken);
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('combobox', { name: 'Country' })).toBeVisible();
  await expect(page.getByRole('main').locator('label')).toHaveCount(5);
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');

  await page.getByLabel('Username').fill(taken);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  const signUp = page.getByRole('main').getByRole('button', { name: 'Sign up' });
  await signUp.click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'An error occurred: This username is taken.',
  );
  await page.getByLabel('Username').fill(username);
  await signUp.click();
  await expect(page).toHaveURL('/?signup=true');
  await expect(page.getByText('Successfully signed up')).toBeVisible();
  await expect(
    page.getByText('We sent you an email to verify your email adress. Please check your inbox.'),
  ).toBeVisible();
});

test('blanks around short fields are removed, and those of a password are kept', async ({ newVisitor, api }) => {
  const page = await newVisitor({ at: '/account/signup' });
  const username = newName('ida');
  const password = ` ${PASSWORD} `;
  await page.getByLabel('Username').fill(`${username} \u00a0`);
  await page.getByLabel('Email').fill(`\u00a0${username}@example.org `);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Show password' }).first().click();
  await page.getByLabel('Confirm password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  await api.post('/api/login', { email: `${username}@example.org`, password });
});
