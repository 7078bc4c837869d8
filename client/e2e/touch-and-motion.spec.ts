import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { moving, watchConfetti } from './motion';
import { practice, pressOnResults } from './typing';

test('a touch shows the keyboard notice once, and redirects home without consent', async ({ newVisitor, api }) => {
  const token = await api.signUp(newName('tai'));
  const code = await api.openRoom(token);
  const page = await newVisitor({ token, at: null, hasTouch: true });
  const notice = page.getByRole('dialog', { name: 'Keyboard required' });
  const touched = page.getByRole('timer', { name: 'Time' });
  for (const path of ['/singleplayer/', `/multiplayer/${code}/`]) {
    await page.goto(path);
    await page.evaluate(() => localStorage.removeItem('touch'));
    await touched.tap();
    await expect(notice).toContainText('In order to play you need to use a physical keyboard!');
    if (path === '/singleplayer/') await expectNoViolations(page);
    await notice.getByRole('button', { name: 'OK' }).tap();
    await expect(notice).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('touch'))).toBe('true');
    await page.reload();
    await touched.tap();
    // Effects of the touch appear by the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(notice).toBeHidden();

    const consent = await page.evaluate(() => {
      const given = localStorage.getItem('cookies') ?? '';
      localStorage.setItem('cookies', JSON.stringify({ allow: true, date: '2020-01-01T00:00:00Z' }));
      return given;
    });
    await touched.tap();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('dialog', { name: 'Cookies' })).toBeVisible();
    await page.evaluate((given) => localStorage.setItem('cookies', given), consent);
  }
});

test('the best practice is celebrated, without confetti under reduced motion', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('mo')), at: null });
  await watchConfetti(page);
  // The server would refuse this speed, and the best practice would not change.
  await page.route('**/api/singleplayer', (route) => route.fulfill({ json: { status: 'ok' } }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/shop', '/about']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await moving(page), path).toEqual([]);
  }
  await practice(page, 'abc');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Fastest practice');
  expect(await moving(page)).toEqual([]);
  const best = page.getByText('New personal best!');
  await page.keyboard.type('abc');
  await expect(best).toBeVisible();
  await pressOnResults(page, 'Enter');
  await expect(best).toBeHidden();

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await moving(page)).not.toEqual([]);
  await page.keyboard.type('abc');
  await expect(best).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-confetti', /^\d+$/);
  await expect(page.locator('html')).not.toHaveAttribute('data-unwanted-confetti');
});
