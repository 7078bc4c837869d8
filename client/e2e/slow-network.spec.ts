import { newName } from './api';
import { expect, hold, requestsTo, test } from './fixtures';

test.use({ allowedTrouble: /status of (404|422)/ });

test('each screen shows placeholders while answers are pending', async ({ newVisitor, api, server }) => {
  const username = newName('sol');
  const token = await api.signUp(username);
  const code = await api.openRoom(token);
  await server.grantAdmin(username);
  const page = await newVisitor({ token, at: null });
  const main = page.getByRole('main');
  const status = (text: string) => main.getByRole('status').filter({ hasText: text });

  for (const { path, calls, waits, comes } of [
    // First, because an empty room closes soon.
    { path: `/multiplayer/${code}/`, calls: '**/api/play', waits: 'Joining the race...', comes: 'Multiplayer' },
    { path: '/about', calls: '**/About.*.js', waits: 'Loading...', comes: 'Our Mission' },
    { path: '/', calls: '**/api/leaderboard', waits: 'Loading leaderboard', comes: `Welcome, ${username}` },
    { path: '/account/', calls: '**/api/isloggedin', waits: 'Loading your account', comes: 'Your account' },
    { path: `/user/${username}/`, calls: '**/api/getstats', waits: 'Loading profile', comes: 'Statistics' },
    { path: '/shop', calls: '**/api/shop/getShop', waits: 'Loading shop', comes: 'Shop' },
    { path: '/admin', calls: '**/api/admin/gettextrequests', waits: 'Loading...', comes: 'Text Requests' },
    {
      path: `/account/verify?user=${username}&code=none`,
      calls: '**/api/account/verify',
      waits: 'Verifying your email...',
      comes: 'We couldn’t verify your email',
    },
    { path: '/singleplayer/', calls: '**/api/gettext?*', waits: 'Loading text', comes: 'Singleplayer' },
  ]) {
    const letThrough = await hold(page, calls);
    await page.goto(path);
    await expect(status(waits).first(), path).toBeAttached();
    letThrough();
    await expect(main.getByRole('heading', { name: comes }), path).toBeAttached();
    await expect(status(waits), path).toHaveCount(0);
    await page.unroute(calls);
  }
});

test('a seat is requested once, while the script of the race is loading', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('ada'));
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, at: null });
  const asked = requestsTo(page, '/api/play');
  const letThrough = await hold(page, '**/RaceScreen.*.js');
  const seat = page.waitForResponse('**/api/play');
  await page.goto(`/multiplayer/${code}/`);
  await (await seat).finished();
  letThrough();
  await expect(page.getByText('Waiting for opponents. Starting in ca:')).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('a racer waits until connected, and a racer’s card appears once loaded', async ({ newVisitor, api }) => {
  const username = newName('lia');
  const token = await api.signUp(username);
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, at: null });
  const connect = await hold(page, '**/socket.io/**');
  // A card that cannot be loaded is silently not shown.
  await page.route('**/api/getstats', (route) => route.fulfill({ status: 404, body: 'Nobody has this name.' }));
  await page.goto(`/multiplayer/${code}/`);
  await expect(page.getByText('Waiting for opponents...', { exact: true })).toBeVisible();
  connect();
  await expect(page.getByText('Waiting for opponents. Starting in ca:')).toBeVisible();
  await expect(page.getByText('Waiting for opponents...', { exact: true })).toBeHidden();

  const name = page.getByRole('list', { name: 'Racers' }).getByRole('link', { name: username });
  const card = page.getByRole('region', { name: `${username}’s statistics` });
  const refused = page.waitForResponse('**/api/getstats');
  await name.hover();
  await (await refused).finished();
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.unroute('**/api/getstats');
  const answer = await hold(page, '**/api/getstats');
  await name.hover();
  await expect(card).toHaveText('Loading...');
  answer();
  await expect(card).toContainText('Races completed');
});
