import { newName, PASSWORD } from './api';
import { expect, hold, logIn, requestsTo, test } from './fixtures';

test.use({ allowedTrouble: /status of 401/ });

test('three wrong logins block the button for ten seconds, also across a reload', async ({ newVisitor, api }) => {
  const username = newName('lea');
  await api.signUp(username);
  const page = await newVisitor();
  await page.clock.install();
  await page.goto('/account/login');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Signup' })).toHaveAttribute('href', '/account/signup');
  const button = main.getByRole('button', { name: 'Login' });
  const tryToLogIn = async (password: string) => {
    const answer = page.waitForResponse('**/api/login');
    await logIn(page, username, password);
    await answer;
  };
  await page.waitForLoadState('networkidle');
  // The texts of errors are there before an error is.
  const scripts = requestsTo(page, '.js');
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await tryToLogIn('not the password');
    await expect(main.getByRole('alert')).toHaveText('An error occurred: The email or password is incorrect.');
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
  }
  expect(scripts).toEqual([]);
  await tryToLogIn('not the password');
  const message = page.getByText('You tried to many times. Please wait 10 seconds');
  await expect(message).toBeVisible();
  await page.reload();
  await expect(message).toBeVisible();
  await expect(button).toBeDisabled();
  await page.clock.fastForward(10_000);
  await expect(button).toBeEnabled();
  await tryToLogIn(PASSWORD);
  await expect(page.getByText('Successfully logged in')).toBeVisible();
});

test('Enter does not send a pending login again', async ({ newVisitor, api }) => {
  const username = newName('leo');
  await api.signUp(username);
  const page = await newVisitor({ at: '/account/login' });
  const letThrough = await hold(page, '**/api/login');
  const calls = requestsTo(page, '/api/login');
  const button = page.getByRole('main').getByRole('button', { name: 'Login' });
  const password = page.getByLabel('Password', { exact: true });
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(button).toBeDisabled();
  await page.keyboard.press('Enter');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toBeFocused();
  letThrough();
  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  expect(calls).toHaveLength(1);
});
