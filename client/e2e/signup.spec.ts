import { newName, PASSWORD } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test.use({ allowedTrouble: /status of 4(00|09|22)/ });

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

test('each refused field is marked with its sentence until it is changed', async ({ newVisitor, api }) => {
  const page = await newVisitor({ at: '/account/signup' });
  const [taken, username] = [newName('tom'), newName('eva')];
  await api.signUp(taken);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const signUp = page.getByRole('main').getByRole('button', { name: 'Sign up' });
  await field('Username').fill('ñandú');
  await field('Email').fill(`${username}@example.org`);
  await field('Password').fill('1234');
  await field('Confirm password').fill('1234');
  await signUp.click();
  await expect(field('Username')).toHaveAccessibleDescription(/^The username must be 3 to 20 characters/);
  await expect(field('Password')).toHaveAccessibleDescription(/^The password must be 8 to 128 characters long\. /);
  await expect(field('Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Email')).toHaveAttribute('aria-invalid', 'false');
  await expectNoViolations(page);

  await field('Username').fill(taken);
  await expect(field('Username')).toHaveAttribute('aria-invalid', 'false');
  await expect(field('Password')).toHaveAttribute('aria-invalid', 'true');
  await field('Password').fill(PASSWORD);
  await signUp.click();
  await expect(field('Confirm password')).toHaveAccessibleDescription('The passwords don’t match.');
  await field('Confirm password').fill(PASSWORD);
  await signUp.click();
  await expect(field('Username')).toHaveAccessibleDescription(/^This username is taken\./);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'An error occurred: This username is taken.',
  );
  await expect(field('Confirm password')).toHaveAttribute('aria-invalid', 'false');
});
