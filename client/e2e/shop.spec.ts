import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, hold, logIn, test } from './fixtures';

test.use({ allowedTrouble: /status of 403/ });

test('the shop shows placeholders and a default countdown until the server answers', async ({ newVisitor }) => {
  const page = await newVisitor();
  const answer = await hold(page, '**/api/shop/getShop');
  await page.goto('/shop');
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible();
  await expect(page.getByText('Shop updates daily. Next update in:')).toBeVisible();
  // 5000 seconds.
  await expect(page.getByRole('timer')).toHaveText(/^01:2[23]:\d\d$/);
  await expect(page.getByText('Loading shop')).toBeAttached();
  answer();
  const cards = page.getByRole('list', { name: 'Today’s skins' }).getByRole('button');
  await expect(cards).toHaveCount(5);
  await expect(page.getByText('Loading shop')).toBeHidden();
  for (const card of await cards.all()) {
    await expect(card.locator('img')).toHaveAttribute('src', /^\/img\/skins\/[\w-]+\.png$/);
    const [, name, description, price] = await card.locator('span').allTextContents();
    expect(price).toMatch(/^(\$\d+\.\d\d|Free)$/);
    await expect(card).toHaveAccessibleName(`${name} ${description} ${price}`);
  }
  await expectNoViolations(page);
});

test('the skins of the next day are loaded once when the countdown ends', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.clock.install();
  const seconds = [90, 86_400];
  await page.route('**/api/shop/getShop', async (route) => {
    const response = await route.fetch();
    const shop = await response.json();
    const isTomorrow = seconds.length === 1;
    const skins = isTomorrow ? shop.skins.slice(1) : shop.skins;
    await route.fulfill({ response, json: { ...shop, skins, seconds: seconds.shift() } });
  });
  await page.goto('/shop');
  const cards = page.getByRole('list', { name: 'Today’s skins' }).getByRole('button');
  await expect(cards).toHaveCount(5);
  await expect(page.getByRole('timer')).toHaveText(/^00:01:[23]\d$/);
  await page.clock.runFor('02:00');
  await expect(cards).toHaveCount(4);
  await expect(page.getByRole('timer')).toHaveText(/^2[34]:\d\d:\d\d$/);
  await page.clock.runFor('02:00');
  await expect(page.getByRole('timer')).toHaveText(/^23:5\d:\d\d$/);
  expect(seconds).toEqual([]);
});

test('a guest who wants a skin is asked to log in', async ({ newVisitor, api }) => {
  const page = await newVisitor({ at: '/shop' });
  await page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: 'Confirm purchase' });
  await expect(dialog.getByText('By continuing, you agree to our terms of use and privacy policy.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/terms-of-service');
  await expect(dialog.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    'https://example.org/colibri/privacy',
  );
  await expect(dialog.getByText('To purchase this skin you need to login')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('link', { name: 'Login' }).click();

  // After the login they return.
  const username = newName('gil');
  await api.signUp(username);
  await logIn(page, username);
  await expect(page).toHaveURL('/shop');
});

test('a guest learns that the prayer needs a login', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/shop' });
  await page.getByRole('button', { name: 'Jesus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get Jesus' });
  await expect(dialog).toContainText(/To purchase this skin you need to login.*Thank you for hands/s);
  await expectNoViolations(page);
});

test('the second click of a double click on a skin does not close its dialog', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/shop' });
  const card = page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').nth(3);
  // A point on the backdrop, outside the dialog.
  await card.dblclick({ position: { x: 20, y: 20 } });
  const dialog = page.getByRole('dialog', { name: 'Confirm purchase' });
  await expect(dialog).toBeVisible();
  // A closing click would have taken effect by now.
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(dialog).toBeHidden();
});

test('a refused purchase is explained; Amen unlocks the skin that costs a prayer', async ({ newVisitor, api }) => {
  const username = newName('pia');
  const page = await newVisitor({ token: await api.signUp(username), at: '/shop' });
  await page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first().click();
  const purchase = page.getByRole('dialog', { name: 'Confirm purchase' });
  await purchase.getByRole('button', { name: 'Continue with PayPal' }).click();
  await expect(purchase.getByRole('alert')).toHaveText('Purchases aren’t available on this site.');
  await expect(purchase.getByRole('button', { name: 'Continue with PayPal' })).toBeFocused();
  await page.keyboard.press('Escape');
  const jesus = page.getByRole('button', { name: 'Jesus' });
  await jesus.click();
  const dialog = page.getByRole('dialog', { name: 'Get Jesus' });
  await expect(dialog.getByRole('button', { name: 'Amen' })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Succsessfully unlocked Jesus skin. God bless you!')).toBeVisible();
  await expect(jesus).toBeDisabled();
  await expect(jesus).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.goto(`/user/${username}/`);
  await page.getByRole('button', { name: 'Change skin' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Jesus' })).toBeVisible();
});

test('a purchase whose dialog was closed does not redirect to the payment', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('ida')), at: '/shop' });
  await page.route('**/api/shop/buy', (route) => route.fulfill({ json: { link: '/about' } }));
  const answer = await hold(page, '**/api/shop/buy');
  await page.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Continue with PayPal' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const answered = page.waitForResponse('**/api/shop/buy');
  answer();
  await answered;
  await page.evaluate(() => fetch('/healthz').then(() => {}));
  await expect(page).toHaveURL('/shop');
});

test('an incomplete return from the payment redirects home', async ({ newVisitor }) => {
  const page = await newVisitor();
  const whole = { paymentId: 'PAYID-1234567', token: 'EC-1234567', PayerID: 'BUYER12345', skin: 'mango' };
  for (const missing of Object.keys(whole)) {
    const query = new URLSearchParams(whole);
    query.delete(missing);
    await page.goto(`/shop/success?${query}`);
    await expect(page).toHaveURL('/');
  }
});
