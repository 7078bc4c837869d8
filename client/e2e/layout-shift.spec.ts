import { newName } from './api';
import { enterAs, expect, test } from './fixtures';

/** The limit of the layout shift. <https://web.dev/articles/cls> calls 0.1 good; nothing on our pages should move. */
const MOST_SHIFT = 0.02;

test('nothing on a page moves once it is shown', async ({ newVisitor, api }) => {
  const page = await newVisitor({ at: null });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? node.className || node.tagName : ''));
        (window as unknown as { shifts: unknown[] }).shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const measure = async (path: string, heading: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectStill(path);
  };
  const expectStill = async (path: string) => {
    const shifts = await page.evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(MOST_SHIFT);
  };
  const pages = [
    ['/', 'Leaderboard'],
    ['/about', 'Our Mission'],
    ['/imprint', 'Impressum'],
    ['/disclaimer', 'Disclaimer'],
    ['/terms-of-service', 'Terms of Use'],
  ] as const;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [path, heading] of pages) await measure(path, heading);
  }
  // A text that arrives late moves nothing either.
  await page.route('**/api/gettext?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto('/singleplayer/');
  await expect(page.getByRole('figure')).toBeVisible();
  await expectStill('practice');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.clock.install();
  await page.goto('/?signup=true');
  await expect(page.getByRole('table').or(page.getByText('No races yet.'))).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(page.getByText('Please check your inbox.')).toBeHidden();
  await expectStill('the banner');
  await page.clock.resume();
  await enterAs(page, await api.signUp(newName('cleo')));
  await measure('/', 'Welcome');
});
