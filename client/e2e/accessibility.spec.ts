import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

// The console has the status of the Not Found page.
test.use({ allowedTrouble: /status of 404/ });

test('the screens of guests are accessible', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  for (const [path, heading] of [
    ['/', 'Leaderboard'],
    ['/account/login', 'Login'],
    ['/account/signup', 'Sign up'],
    ['/about', 'Our Mission'],
    ['/imprint', 'Impressum'],
    ['/disclaimer', 'Disclaimer'],
    ['/terms-of-service', 'Terms of Use'],
    ['/no/such/page', 'Not Found'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expectNoViolations(page);
  }
});

test('the front page of a user is accessible, with its menu', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('axel')) });
  await expect(page.getByText(/^Welcome, axel/)).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expectNoViolations(page);
});
