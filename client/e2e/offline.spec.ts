import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, hold, loadsOf, requestsTo, test } from './fixtures';
import { start } from './race';
import { practice } from './typing';

test.use({ allowedTrouble: /ERR_INTERNET_DISCONNECTED|dynamically imported module|status of 409/ });

const AWAY = 'Can’t reach the server. Check your connection and try again.';

test('offline, the button shows the reason at once, and does not navigate once online', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('ona')) });
  const main = page.getByRole('main');
  const multiplayer = main.getByRole('button', { name: 'Multiplayer' });
  await expect(multiplayer).toBeVisible();
  const asked = requestsTo(page, '/api/multiplayer');
  await page.context().setOffline(true);
  await multiplayer.click();
  await expect(main.getByRole('alert')).toHaveText(AWAY);
  await expect(multiplayer).toBeEnabled();

  await main.getByRole('link', { name: 'Singleplayer' }).click();
  await page.context().setOffline(false);
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await expect(page).toHaveURL('/singleplayer/');
  expect(asked).toHaveLength(1);
});

test('a visitor who navigates while a race is opened is not redirected to it', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('ole')), at: null });
  const nav = page.getByRole('navigation', { name: 'Main' });
  const fromHome = () => page.getByRole('main').getByRole('button', { name: 'Multiplayer' }).click();
  const fromTheMenu = async () => {
    await nav.getByRole('button', { name: 'Play', exact: true }).click();
    await nav.getByRole('button', { name: /^Multiplayer/ }).click();
  };
  for (const open of [fromHome, fromTheMenu]) {
    await page.goto('/');
    const letThrough = await hold(page, '**/api/multiplayer');
    await open();
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible();
    const navigations: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && navigations.push(request.url()));
    const answered = page.waitForResponse('**/api/multiplayer');
    letThrough();
    await (await answered).finished();
    // Once a later answer has arrived, the effects of this one have started.
    await page.evaluate(() => fetch('/healthz').then(() => new Promise(requestAnimationFrame)));
    expect(navigations).toEqual([]);
    await page.unroute('**/api/multiplayer');
  }
});

test('a pop-up is above the offline notice, and does not cover it', async ({ newVisitor }) => {
  const page = await newVisitor();
  // A pending answer would show that the server is reachable.
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  await page.context().grantPermissions(['clipboard-write']);
  const share = page.getByRole('button', { name: 'Share this page' });
  const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy link' });
  // The dialog's script is loaded when it first opens.
  await share.click();
  await expect(copy).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: 'Retry now' })).toBeVisible();
  await share.click();
  await copy.click();
  const popUp = page.getByText('Successfully copied to clipboard');
  await expect(popUp).toBeVisible();
  const gap = await popUp.evaluate((element) => {
    const notice = document.querySelector('[role=status]:has(button)');
    return notice ? notice.getBoundingClientRect().top - element.getBoundingClientRect().bottom : null;
  });
  expect(gap).toBeGreaterThan(0);
});

test('offline, a link to a screen that is not loaded waits until the network is back', async ({ newVisitor }) => {
  const page = await newVisitor();
  const loads = loadsOf(page);
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Can’t reach Colibri.' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Loading...', level: 1 })).toBeAttached();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Our Mission' })).toBeVisible();
  expect(loads).toHaveLength(0);
});

test('a language chosen offline is applied at once', async ({ newVisitor }) => {
  const page = await newVisitor();
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('group', { name: 'Language' }).getByLabel('Español').check({ force: true });
  await expect(page.getByRole('heading', { name: 'Clasificación' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('the review of a run is shown even if the network failed during the run', async ({ newVisitor }) => {
  const page = await newVisitor();
  const asked = page.waitForEvent('requestfinished', (request) => /\/Review\.[0-9a-f]{8}\.js$/.test(request.url()));
  await practice(page, 'pura vida');
  await page.keyboard.type('pura ');
  await asked;
  await page.context().setOffline(true);
  await page.keyboard.type('vida', { delay: 10 });
  await expect(page.getByRole('heading', { name: 'How it went' })).toBeVisible();
});

test('a review that could not be loaded leaves the results, which say so', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.route(/\/Review\.[0-9a-f]{8}\.(js|css)$/, (route) => route.abort('internetdisconnected'));
  await practice(page, 'pura vida');
  await page.keyboard.type('pura vida', { delay: 10 });
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
  await expect(page.getByText('Couldn’t load the review.')).toBeVisible();
});

test('offline in a race there is one notice, and the race continues afterwards', async ({
  newVisitor,
  api,
  server,
}) => {
  // At `localhost`, Socket.IO ignores that the browser is offline.
  const baseURL = server.url.replace('localhost', '127.0.0.1');
  const token = await api.signUp(newName('oti'));
  const code = await api.openRoom(token);
  const page = await newVisitor({ baseURL, token, at: `/multiplayer/${code}/` });
  await start(page);
  const offline = page.getByText('Can’t reach Colibri.');
  const reconnecting = page.getByText('Connection lost. Reconnecting...');
  const triedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('/socket.io/'));
  await page.context().setOffline(true);
  await triedAgain;
  await expect(offline.or(reconnecting)).toHaveCount(1);
  await expect(offline).toBeVisible();
  await page.context().setOffline(false);
  await expect(offline.or(reconnecting)).toHaveCount(0);
  await expect(page.getByLabel('Type the text here')).toBeFocused();
});

test('the page shows that the server is unreachable, and recovers when it is back', async ({ newVisitor }) => {
  const page = await newVisitor();
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Can’t reach Colibri.' });
  await page.context().setOffline(true);
  await expect(notice).toBeVisible();
  await expectNoViolations(page);
  const retry = notice.getByRole('button', { name: 'Retry now' });
  const tried = page.waitForEvent('requestfailed');
  await retry.click();
  await tried;
  await expect(retry).toBeEnabled();
  await expect(retry).toBeFocused();
  await page.context().setOffline(false);
  await page.keyboard.press('Enter');
  await expect(notice).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});
