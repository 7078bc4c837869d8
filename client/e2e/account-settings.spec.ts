import { newName, PASSWORD } from './api';
import { expectNoViolations } from './axe';
import { BUSY, expect, hold, test } from './fixtures';

const NEW_PASSWORD = 'violet sabrewing at first light';

test.use({ allowedTrouble: /status of (409|422|503)|ERR_FAILED/ });

test('a guest is redirected from the account to the login, and Back does not return', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.goto('/account/');
  await expect(page).toHaveURL('/account/login');
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a user is asked to sign in while the server cannot check the token, and may buy', async ({ newVisitor, api }) => {
  const username = newName('ana');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  await page.clock.install();
  await page.route('**/api/isloggedin', (route) => route.abort());
  await page.goto('/account/');
  await expect(page.getByRole('heading', { name: 'You need to sign in!' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Shop' }).click();
  await page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Continue with PayPal' })).toBeVisible();
  await page.goto('/account/');
  await page.unroute('**/api/isloggedin');
  await expect(async () => {
    await page.clock.runFor(10_000);
    await expect(page.getByRole('main').getByText(username, { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('username, email, country and password can be changed, and the user can log out', async ({
  newVisitor,
  api,
  mailbox,
}) => {
  const username = newName('ana');
  const taken = newName('tim');
  await api.signUp(taken);
  const page = await newVisitor({ token: await api.signUp(username), at: '/account/' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await expectNoViolations(page);

  const renamed = newName('anita');
  await main.getByRole('button', { name: 'Change', exact: true }).first().click();
  const naming = page.getByRole('dialog', { name: 'Change username' });
  await expect(naming.getByLabel('Username')).toBeFocused();
  await expectNoViolations(page);
  await naming.getByLabel('Username').fill(taken);
  await naming.getByRole('button', { name: 'Change username' }).click();
  await expect(naming.getByRole('alert')).toHaveText('An error occurred: This username is taken.');
  await naming.getByLabel('Username').fill(renamed);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully changed username')).toBeVisible();
  await expect(naming).toBeHidden();
  await expect(main.getByText(renamed, { exact: true })).toBeVisible();

  const email = `${renamed}@example.org`;
  await main.getByRole('button', { name: 'Change', exact: true }).nth(1).click();
  const addressing = page.getByRole('dialog', { name: 'Change email' });
  await addressing.getByLabel('Email').fill(email);
  await addressing.getByLabel('Password', { exact: true }).fill('not the password');
  await addressing.getByRole('button', { name: 'Change email' }).click();
  await expect(addressing.getByRole('alert')).toHaveText('An error occurred: The password is incorrect.');
  await addressing.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await addressing.getByRole('button', { name: 'Change email' }).click();
  await expect(addressing).toBeHidden();
  await expect(main.getByText(email)).toBeVisible();
  await mailbox.takeLink(email, '/account/verify');

  await page.getByRole('combobox', { name: 'Country' }).fill('Panama');
  await page.keyboard.press('Enter');
  await page.route('**/api/changecountry', (route) => route.fulfill(BUSY), { times: 1 });
  await main.getByRole('button', { name: 'Change country' }).click();
  await expect(main.getByText(`An error occurred: ${BUSY.body}`)).toBeVisible();
  await expect(main.getByRole('button', { name: 'Change country' })).toBeFocused();
  await main.getByRole('button', { name: 'Change country' }).click();
  await expect(main.getByText('Successfully changed country')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Change country' })).toBeFocused();

  await page.getByLabel('Old password').fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await main.getByRole('button', { name: 'Change password' }).click();
  await expect(main.getByText('An error occurred: The old password is incorrect.')).toBeVisible();
  await page.getByLabel('Old password').fill(PASSWORD);
  await main.getByRole('button', { name: 'Change password' }).click();
  await expect(main.getByText('Successfully changed password')).toBeVisible();
  await expect(page.getByLabel('Old password')).toHaveValue('');
  // The old token is revoked, and the new one stored.
  await page.reload();
  await expect(main.getByText(email)).toBeVisible();

  await page.getByRole('link', { name: 'View your profile' }).click();
  await expect(page).toHaveURL(`/user/${renamed}/`);
  await expect(main.getByRole('img', { name: 'PA' })).toBeVisible();

  await page.goto('/account/');
  await main.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL('/?logout=true');
  await expect(page.getByText('Successfully logged out')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Sign up' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test.describe('with a session that ends elsewhere', () => {
  // Whichever call is answered first tells the other page that its session has ended.
  test.use({ allowedTrouble: /status of (401|503)/ });

  test('a user logs out everywhere, and a failure ends no session', async ({ newVisitor, api }) => {
    const username = newName('eve');
    const token = await api.signUp(username);
    const page = await newVisitor({ token, at: '/account/' });
    const other = await newVisitor({ token });
    await page.route('**/api/account/logouteverywhere', (route) => route.fulfill(BUSY), { times: 1 });
    const everywhere = page.getByRole('button', { name: 'Log out everywhere' });
    await everywhere.click();
    await expect(page.getByRole('alert').filter({ hasText: BUSY.body })).toBeVisible();
    await everywhere.click();
    await expect(page).toHaveURL('/?logout=true');
    await expect(page.getByText('Successfully logged out')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await other.reload();
    await expect(other.getByRole('main').getByRole('link', { name: 'Sign up' })).toBeVisible();
  });
});

test('the account shows a country only when it is known', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('cris')), at: null });
  const country = page.getByRole('combobox', { name: 'Country' });
  const change = page.getByRole('button', { name: 'Change country' });
  const answer = await hold(page, '**/api/getstats');
  await page.route('**/api/getstats', (route) => route.fulfill({ ...BUSY, status: 409 }), { times: 1 });
  await page.goto('/account/');
  const failure = page.getByRole('alert').filter({ hasText: 'Could not load your country' });
  await expect(failure).toContainText(BUSY.body);
  await expect(country).toBeHidden();
  await expect(change).toBeHidden();
  await expectNoViolations(page);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(change).toHaveAttribute('aria-disabled', 'true');
  await expect(country).toHaveValue('');
  await expect(country).toBeDisabled();
  answer();
  await expect(country).toHaveValue('Costa Rica');

  const secondAnswer = await hold(page, '**/api/getstats');
  await page.getByLabel('Old password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  const asked = page.waitForRequest('**/api/getstats');
  await page.getByRole('button', { name: 'Change password' }).click();
  await asked;
  await expect(page.getByText('Successfully changed password')).toBeVisible();
  await expect(country).toHaveValue('Costa Rica');
  secondAnswer();
});

test('only the confirmation word deletes the account', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('dora')), at: '/account/' });
  const main = page.getByRole('main');
  const confirmation = main.getByLabel('Type IRREVERSIBLE to confirm');
  await confirmation.fill('irreversible?');
  await main.getByRole('button', { name: 'Delete account' }).click();
  await expect(main.getByRole('alert').filter({ hasText: 'An error occurred: ' })).toBeVisible();
  await confirmation.fill('IRREVERSIBLE');
  await main.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/?delete=true');
  await expect(page.getByText('Successfully deleted account')).toBeVisible();
  // The contract's slip.
  await expect(page.getByText('Successfully changed country')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
