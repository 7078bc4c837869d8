import { newName, PASSWORD } from './api';
import { enterAs, expect, requestsTo, test } from './fixtures';
import { fillRoom } from './official-client';
import { FAST_MS, start } from './race';
import { ROOMS_OF_TWO } from './server';
import { drawn, TEXT } from './typing';

// A room waits for the second racer.
test.use({ serverSettings: ROOMS_OF_TWO });

test('consent given in one window holds in the others', async ({ newVisitor }) => {
  const page = await newVisitor({ isNew: true });
  const other = await page.context().newPage();
  await other.goto('/about');
  await page.getByRole('button', { name: 'I understand' }).click();
  await expect(other.getByRole('dialog', { name: 'Cookies' })).toBeHidden();
});

test('a logout in another window ends the race with a lasting notice', async ({ newVisitor, api }) => {
  const page = await newVisitor();
  const token = await api.signUp(newName('lou'));
  const code = await api.openRoom(token);
  await enterAs(page, token);
  await page.goto(`/multiplayer/${code}/`);
  await expect(page.getByRole('list', { name: 'Racers' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/account/');
  await other.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL('/account/login');
  const notice = page.getByRole('status').filter({ hasText: 'You were logged out in another window.' });
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();

  // After a new login, the racer can race on without another step.
  await enterAs(other, token);
  await expect(page).toHaveURL(`/multiplayer/${code}/`);
});

test('a race joined from a second window can be resumed in the first with all typed keys', async ({
  newVisitor,
  api,
  server,
}) => {
  const token = await api.signUp(newName('zoe'));
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, at: `/multiplayer/${code}/` });
  const other = await page.context().newPage();
  const waits = 'Waiting for opponents. Starting in ca:';
  await expect(page.getByText(waits)).toBeVisible();
  await other.goto(`/multiplayer/${code}/`);
  await expect(other.getByText(waits)).toBeVisible();

  for (const [left, right] of [
    [page, other],
    [other, page],
  ] as const) {
    await expect(left.getByRole('heading', { name: 'You’re racing in another window' })).toBeFocused();
    await expect(left.getByText('You joined this race from another window.', { exact: true })).toBeVisible();
    await left.getByRole('button', { name: 'Race here' }).click();
    await expect(left.getByRole('list', { name: 'Racers' })).toBeVisible();
    await expect(right.getByRole('heading', { name: 'You’re racing in another window' })).toBeVisible();
  }

  // Characters typed in one window appear in the other.
  const opponent = await fillRoom(api, server.url, code);
  await start(other);
  const text = await other.locator(TEXT).textContent();
  const half = text?.slice(0, text.length / 2) ?? '';
  await other.keyboard.type(half, { delay: FAST_MS });
  await page.getByRole('button', { name: 'Race here' }).click();
  await expect.poll(async () => (await drawn(page, half.length + 1)).indexOf('current')).toBe(half.length);
  opponent.disconnect();
});

test('shown data is fetched again when the visitor or the network is back', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const sent = requestsTo(page, '/api/shop/getShop');
  for (const [events, times] of [
    [['visibilitychange'], 2],
    [['offline', 'online'], 4],
  ] as const) {
    await page.goto('/shop');
    await expect(page.getByRole('list', { name: 'Today’s skins' })).toBeVisible();
    await page.evaluate((events) => {
      for (const event of events) document.dispatchEvent(new Event(event, { bubbles: true }));
    }, events);
    await expect.poll(() => sent).toHaveLength(times);
  }
});

test('a profile is fetched again when it is opened, and not when its window is focused', async ({
  newVisitor,
  api,
}) => {
  const name = newName('pia');
  const page = await newVisitor({ token: await api.signUp(name), at: null });
  const sent = ['/api/getstats', '/api/races'].map((call) => requestsTo(page, call));
  const counts = () => sent.map(({ length }) => length);
  await page.goto(`/user/${name}/`);
  const joined = page.getByText(/^Racing since /);
  await expect(joined).toBeVisible();
  await page.evaluate(async () => {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await fetch('/healthz');
  });
  expect(counts()).toEqual([1, 1]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect(page.getByRole('heading', { name: 'Impressum' })).toBeVisible();
  await page.goBack();
  await expect(joined).toBeVisible();
  await expect.poll(counts).toEqual([2, 2]);
});

test.describe('a session ended in another browser', () => {
  test.use({ allowedTrouble: /status of 401/ });

  test('is over after the first refused call', async ({ newVisitor, api }) => {
    const username = newName('una');
    const token = await api.signUp(username);
    const page = await newVisitor({ token });
    await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
    const newPassword = 'violet sabrewing at first light';
    const passwords = { oldPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    await api.post('/api/account/changepassword', { token, ...passwords });

    const checks = requestsTo(page, '/api/isloggedin');
    await page
      .getByRole('button', { name: /^Multiplayer/ })
      .first()
      .click();
    await expect(page.getByText('You have been logged out. Please log in again.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Unlock more' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect(checks).toHaveLength(1);
  });
});

test.describe('a call that was refused', () => {
  test.use({ allowedTrouble: /status of 4(01|22)/ });

  for (const [call, address] of [
    ['/api/account/verify', '/account/verify?user=nobody&code=none'],
    ['/api/shop/success', '/shop/success?paymentId=PAYID-1234567&token=EC-1234567&PayerID=BUYER12345&skin=mango'],
  ] as const) {
    test(`of ${call} is not repeated when its window is focused`, async ({ newVisitor }) => {
      const page = await newVisitor();
      const sent = requestsTo(page, call);
      await page.goto(address);
      await expect(page.getByRole('alert')).toBeVisible();
      await page.evaluate(async () => {
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        await fetch('/healthz');
      });
      expect(sent).toHaveLength(1);
    });
  }
});
