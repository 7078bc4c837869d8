import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

const VERIFY = '/account/verify';

test.use({ allowedTrouble: /status of 422/ });

test('the link of the mail verifies the address and unlocks a skin', async ({ newVisitor, api, mailbox }) => {
  const username = newName('vera');
  const token = await api.signUp(username);
  const first = await mailbox.takeLink(`${username}@example.org`, VERIFY);

  const page = await newVisitor({ token, at: '/account/' });
  const notice = page.getByText('Your email address has not been verified. Please check your email.');
  await expect(notice).toBeVisible();
  const resend = page.getByRole('button', { name: 'Resend email' });
  await resend.click();
  const second = await mailbox.takeLink(`${username}@example.org`, VERIFY);
  await expect(resend).toBeDisabled();
  await expect(resend).toBeFocused();

  // The newer code has replaced this one.
  await page.goto(first);
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.');
  await expectNoViolations(page);

  await page.goto(second);
  await expect(page.getByRole('heading', { name: 'Your email is now verified!' })).toBeVisible();
  const reward = page.getByRole('img', { name: /^Your new skin: / });
  await expect(reward).toBeVisible();
  const skin = (await reward.getAttribute('alt'))?.replace('Your new skin: ', '') ?? '';
  const image = await reward.getAttribute('src');
  await expectNoViolations(page);

  // The link says so again.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your email is now verified!' })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(page).toHaveURL(`/user/${username}/`);
  await expect(page.getByRole('img', { name: `${username}, wearing the Colibri skin` })).toBeVisible();
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: 'Change skin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Skins' });
  await expect(dialog.getByRole('region', { name: 'Unlocked (2)' })).toBeVisible();
  const locked = dialog.getByRole('region', { name: /^Locked/ });
  await expect(locked.getByText('Type faster: reach 60 wpm in a race')).toBeVisible();
  await expect(locked.getByRole('button')).toHaveCount(0);
  await expect(locked.locator('img').first()).toHaveCSS('filter', 'grayscale(1)');
  await expectNoViolations(page);
  const choice = dialog.locator(`button:has(img[src="${image}"])`);
  await choice.hover();
  await expect(dialog.getByText((await choice.getAttribute('aria-description')) ?? '')).toBeVisible();
  await choice.click();
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change skin' })).toBeFocused();
  await expect(page.getByRole('img', { name: `${username}, wearing the ${skin} skin` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('img', { name: `${username}, wearing the ${skin} skin` })).toBeVisible();
});

test('the verification redirects home without a username or a code', async ({ newVisitor }) => {
  const page = await newVisitor();
  for (const query of ['', '?user=ana', '?code=abc', '?user=&code=abc']) {
    await page.goto(`${VERIFY}${query}`);
    await expect(page).toHaveURL('/');
  }
});
