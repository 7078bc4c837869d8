import type { Page } from '@playwright/test';
import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { enterRace, roomOf, start, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';

// With the racers of other files, matchmaking could choose another room.
test.use({ serverSettings: { ...ROOMS_OF_TWO, COLIBRI_WAITING_MS: '61000', COLIBRI_COUNTDOWN_MS: '4000' } });

// A race that has begun, and an overlay that is off.
test.use({ allowedTrouble: /status of (409 .*(play|multiplayer)|404 .*(watch|overlay))/ });

const lanesOf = (page: Page) => page.getByRole('list', { name: 'Racers' }).getByRole('listitem');

/** The alpha of an element's background, from 0 to 1. */
function alphaOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundImage !== 'none') return 1;
    const parts = backgroundColor.match(/[\d.]+/g) ?? [];
    return backgroundColor.startsWith('rgba') ? Number(parts[3]) : 1;
  });
}

test('a visitor without an account watches a race from its wait to its end', async ({ newVisitor, api }) => {
  const [ana, bo] = [newName('ana'), newName('bo')];
  const [anas, bos] = [await api.signUp(ana), await api.signUp(bo)];
  await api.post('/api/account/watching', { token: anas, overlay: true });
  await api.post('/api/account/watching', { token: bos, shownToWatchers: false });

  const [first, second] = [await newVisitor({ token: anas }), await newVisitor({ token: bos })];
  const text = await enterRace(first);
  const code = roomOf(first);
  const watcher = await newVisitor({ at: `/watch/${code}` });
  const shown = watcher.getByRole('figure', { name: 'The text of the race' });
  await expect(lanesOf(watcher)).toHaveCount(1);
  await expect(lanesOf(watcher).getByRole('link', { name: ana })).toHaveAttribute('href', `/user/${ana}/`);
  await expect(watcher.getByText('The text is shown once the race runs.')).toBeVisible();
  await expectNoViolations(watcher);

  await enterRace(second);
  await expect(watcher.getByText('About to start', { exact: true })).toBeVisible();
  await expect(shown).toBeHidden();
  // A racer who hides from watchers has a lane without a name.
  await expect(lanesOf(watcher)).toHaveCount(2);
  await expect(lanesOf(watcher).nth(1)).toContainText('a racer');
  await expect(watcher.getByText(bo)).toHaveCount(0);

  await Promise.all([first, second].map(start));
  await expect(shown).toContainText(text);
  await typeByHand(first, text.slice(0, -1));
  const progress = lanesOf(watcher).nth(0).getByRole('progressbar');
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(90);

  // The front page shows it, too.
  const home = await newVisitor();
  const live = home.getByRole('region', { name: 'Live now' });
  await expect(lanesOf(home)).toHaveCount(2);
  await expectNoViolations(home);
  await live.getByRole('link', { name: 'Watch' }).click();
  await expect(home).toHaveURL(`/watch/${code}`);

  // So does the overlay, which its racer has switched on.
  const overlay = await newVisitor({ at: `/overlay/${ana}`, colorScheme: 'dark', isNew: true });
  await expect(lanesOf(overlay)).toHaveCount(2);
  for (const element of ['html', 'body', '#root', 'main']) expect(await alphaOf(overlay, element)).toBe(0);
  await expect(overlay.getByRole('navigation')).toHaveCount(0);
  await expect(overlay.getByRole('dialog')).toHaveCount(0);

  // A racer who comes too late may watch.
  const late = await newVisitor({ token: await api.signUp(newName('cy')), at: `/multiplayer/${code}/` });
  await late.getByRole('link', { name: 'Watch it live' }).click();
  await expect(late).toHaveURL(`/watch/${code}`);
  await expect(lanesOf(late)).toHaveCount(2);

  await first.keyboard.press(text.slice(-1));
  await expect(first.getByText('Result saved', { exact: true })).toBeVisible();
  for (const page of [watcher, overlay]) await expect(lanesOf(page).nth(0)).toContainText(/\d\.\d\d wpm$/);
  await typeByHand(second, text);
  await expect(watcher.getByText('The race is over', { exact: true })).toBeVisible();
  await watcher.getByRole('link', { name: 'Watch the replay' }).click();
  await expect(watcher).toHaveURL(/\/replay\/[\w-]+$/);
});

test('a race that is not there to watch is said to be none, and leads on', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/watch/aaaaaaaa' });
  await expect(page.getByRole('heading', { name: 'There is no race to watch here' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'All races' }).click();
  await expect(page).toHaveURL('/watch');
});

test('an overlay that its racer has not switched on says so', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/overlay/nobody' });
  await expect(page.getByText('This overlay is off.')).toBeVisible();
});
