import { expect, test } from './fixtures';

for (const [banner, text, seconds] of [
  ['login', 'Successfully logged in', 3],
  ['signup', 'We sent you an email to verify your email adress. Please check your inbox.', 10],
  ['delete', 'Successfully deleted account', 3],
  ['logout', 'Successfully logged out', 3],
] as const) {
  test(`the banner after ${banner} stays for ${seconds} seconds, and does not return on reload`, async ({
    newVisitor,
  }) => {
    const page = await newVisitor();
    await page.clock.install();
    await page.goto(`/?${banner}=true`);
    await expect(page.getByText(text)).toBeVisible();
    await page.clock.runFor((seconds - 1) * 1000);
    await expect(page.getByText(text)).toBeVisible();
    await page.clock.runFor(1500);
    await expect(page.getByText(text)).toBeHidden();
    await expect(page).toHaveURL('/');
  });
}

test('a banner hides no part of the page, at any width', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const main = page.getByRole('main');
  const shown = [
    main.getByText('Please check your inbox.'),
    page.getByRole('banner'),
    main.getByRole('heading', { level: 1 }),
    main.locator('h1').locator('..').getByRole('presentation').first(),
    main.getByRole('heading', { name: 'Unlock more' }).locator('../..'),
  ];
  for (const width of [1280, 800, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/?signup=true');
    await expect(main.getByRole('heading', { name: 'Unlock more' })).toBeVisible();
    // A font that arrives between two measurements would move the parts.
    await page.evaluate(() => document.fonts.ready.then(() => true));
    const [banner, ...others] = await Promise.all(shown.map((part) => part.boundingBox()));
    for (const [at, other] of others.entries()) {
      if (!banner || !other) throw new Error(`${width}: part ${at} is not shown`);
      const isApart = other.y + other.height <= banner.y || banner.y + banner.height <= other.y;
      expect(isApart, `${width}: ${JSON.stringify([banner, other])}`).toBe(true);
    }
  }
});
