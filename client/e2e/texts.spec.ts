import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { TEXT } from './typing';

/** The pause between keys, so that no run is impossibly fast. */
const DELAY_MS = 30;

test('the work of a text is shown once it is typed', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = 'It was a delightful visit, perfect in being much too short.';
  const answer = { id: 1, author: 'Jane Austen', work: 'Emma (1815)', text, language: 'en' };
  await page.route('**/api/gettext?*', (route) => route.fulfill({ json: answer }));
  await page.goto('/singleplayer/');
  await expect(page.locator(TEXT)).toHaveText(text);
  await expect(page.getByText('~ Jane Austen')).toBeVisible();
  await expect(page.getByText('Emma (1815)')).toHaveCount(0);
  await page.keyboard.type(text, { delay: DELAY_MS });
  const review = page.getByRole('region', { name: 'How it went' });
  await expect(review.getByText('~ Jane Austen')).toBeVisible();
  await expect(review.getByText('Emma (1815)')).toBeVisible();
  await expectNoViolations(page);
});

test('the page of a guest tells the server which texts came, also after reloads', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const bags = new Set<string | null>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/gettext' && url.searchParams.has('bag')) bags.add(url.searchParams.get('bag'));
  });
  for (let n = 0; n < 3; n += 1) {
    await page.goto('/singleplayer/');
    await expect(page.locator(TEXT)).not.toBeEmpty();
  }
  expect(bags.size).toBe(3);
});

test('code is practiced by choice', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const asked = page.waitForRequest('**/api/gettext?**category=code**');
  await page.goto('/singleplayer/?mode=text&category=code');
  await asked;
  await expect(page.getByRole('radio', { name: 'Code' })).toBeChecked();
});
