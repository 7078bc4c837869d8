import type { Page } from '@playwright/test';

import { newName } from './api';
import { BUSY, expect, screenOf, test } from './fixtures';
import { PATHS } from './paths';
import { enterTogether, FAST_MS, start, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';
import { translated } from './translator';
import { practice, pressOnResults, TEXT } from './typing';

// React reports its failures in the console.
test.use({ serverSettings: ROOMS_OF_TWO, allowedTrouble: /status of (401|403|404|503)/ });

/** Navigates to `path` as a link does. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await screenOf(page);
}

/** The texts of the page, without numbers, which depend on the time. */
async function texts(page: Page): Promise<string> {
  const shown = await page.locator('#root').evaluate((root) => root.textContent ?? '');
  return shown.replace(/\d+/g, '0');
}

test('a translated practice runs to its results and on; its text stays as it is', async ({ newVisitor, api }) => {
  const page = await translated(await newVisitor({ token: await api.signUp(newName('tara')), at: null }));
  await practice(page, 'one two three');
  await expect(page.locator(TEXT)).toHaveAttribute('lang', 'en');
  await expect(page.locator(`${TEXT} font`)).toHaveCount(0);
  const results = page.getByRole('region', { name: 'Results' });
  for (const [again, completed] of [
    ['Enter', 1],
    ['Shift+Enter', 2],
  ] as const) {
    await page.keyboard.type('one twx', { delay: FAST_MS });
    await expect(page.getByRole('status').filter({ hasText: 'Mistake' })).toBeAttached();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('o threx', { delay: FAST_MS });
    await expect(page.getByRole('alert')).toHaveText('Fix 1 mistake to finish');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('e');
    await expect(results).toContainText('84.62%');
    await expect(page.getByRole('region', { name: 'Statistics' })).toContainText(`Practices completed${completed}`);
    const review = page.getByRole('region', { name: 'How it went' });
    await expect(review.locator('[translate=no] font')).toHaveCount(0);
    await expect(review.getByText(/^missed 1 of \d/).first()).toBeVisible();
    await pressOnResults(page, again);
  }
  await page.getByRole('button', { name: 'Leave game' }).click();
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
});

test('a translated race runs to its results', async ({ newVisitor, api }) => {
  const [rita, rolf] = [newName('rita'), newName('rolf')];
  const [first, second] = [
    await translated(await newVisitor({ token: await api.signUp(rita) })),
    await newVisitor({ token: await api.signUp(rolf) }),
  ];
  const text = await enterTogether(api, [first, second]);
  const lane = first.getByRole('list', { name: 'Racers' }).getByRole('listitem').filter({ hasText: rolf });
  await Promise.all([first, second].map(start));
  await typeByHand(first, text.slice(0, -1));
  await second.close();
  await expect(lane).toContainText('Disconnected');
  await first.keyboard.type(text.slice(-1));
  const results = first.getByRole('region', { name: 'Results' });
  await expect(results).toContainText('100.00%');
  // Without the "Saving your result..." before it.
  await expect(first.getByRole('main').getByRole('status').filter({ hasText: /./ }).last()).toHaveText(/^Result saved/);
  await expect(first.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')).toHaveText(
    new RegExp(`^1.*${rita}[\\d.]+ wpm$`),
  );
});

test('forms, dialogs and errors of translated screens work', async ({ newVisitor, api, server }) => {
  const [username, renamed, suggester] = [newName('lola'), newName('lolita'), newName('sue')];
  const page = await translated(await newVisitor({ token: await api.signUp(username), at: null }));
  const main = page.getByRole('main');

  await page.goto('/');
  const sort = main.getByRole('button', { name: /^Sort/ });
  for (const type of ['Total races', 'Races won']) {
    await sort.click();
    await expect(sort).toContainText(type);
  }
  await page.route('**/api/multiplayer', (route) => route.fulfill(BUSY));
  await main.getByRole('button', { name: 'Multiplayer' }).click();
  await expect(main.getByRole('alert')).toHaveText(BUSY.body);

  await follow(page, '/account/');
  await main.getByRole('button', { name: 'Change', exact: true }).first().click();
  await page.getByRole('dialog').getByLabel('Username').fill(renamed);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Successfully changed username')).toBeVisible();
  await expect(main.getByText(renamed, { exact: true })).toBeVisible();

  const country = main.getByRole('combobox', { name: 'Country' });
  await country.fill('zzz');
  await expect(main.getByText('No matching country')).toBeVisible();
  for (const name of ['Corea', 'Panama']) {
    await country.fill(name);
    await page.keyboard.press('Enter');
  }
  await main.getByRole('button', { name: 'Change country' }).click();
  await expect(main.getByText('Successfully changed country')).toBeVisible();
  await expect(country).toHaveValue('Panama');
  await page.route('**/api/account/logouteverywhere', (route) => route.fulfill(BUSY));
  await main.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(main.getByRole('alert').filter({ hasText: BUSY.body })).toBeVisible();

  await follow(page, '/shop');
  await main.getByRole('list', { name: 'Today’s skins' }).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with PayPal' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Purchases aren’t available');
  await page.keyboard.press('Escape');

  await follow(page, '/feedback');
  await main.getByLabel('Message').fill('x'.repeat(3990));
  await expect(main.getByText('10 characters left')).toBeVisible();
  await main.getByRole('button', { name: 'Send' }).click();
  await expect(main.getByRole('heading', { name: 'Thank you four your feedback!' })).toBeFocused();
  await main.getByRole('button', { name: 'Write another message' }).click();
  await expect(main.getByLabel('Message')).toHaveValue('');

  await follow(page, '/text-request');
  for (const text of ['Too short', 'A snowman ☃ with a name', 'A bird, and ']) {
    await main.getByLabel('Text', { exact: true }).fill(text);
    await expect(page.getByRole('figure', { name: 'Preview' })).toContainText(text);
  }

  await follow(page, `/user/${renamed}/`);
  await main.getByRole('button', { name: 'Change skin' }).click();
  await page.getByRole('dialog').getByRole('button').nth(1).hover();
  await page.keyboard.press('Escape');
  await main.getByRole('textbox', { name: 'Search profiles' }).fill('nobody-has-this');
  await page.keyboard.press('Enter');
  await expect(main.getByText('Profile was not found')).toBeVisible();

  const text = 'These are the words of what somebody would like others to type, and so on and on...';
  const url = 'https://example.org/sue/page';
  await api.post('/api/textrequest', { token: await api.signUp(suggester), text, author: 'Sue Vega', url });
  await server.grantAdmin(renamed);
  await follow(page, '/admin');
  const suggested = main.getByRole('listitem').filter({ hasText: suggester });
  await suggested.getByRole('button', { name: 'Edit' }).click();
  await page.keyboard.press('Escape');
  await suggested.getByRole('button', { name: 'Approve' }).click();
  await expect(suggested).toHaveCount(0);

  await follow(page, '/account/');
  await main.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByText('Successfully logged out')).toBeVisible();
  await follow(page, '/account/login');
  await main.getByLabel('Email').fill('nobody@example.org');
  await main.getByLabel('Password', { exact: true }).fill('a wrong password');
  await page.keyboard.press('Enter');
  await expect(main.getByRole('alert')).toHaveText('An error occurred: The email or password is incorrect.');
});

test('every translated screen has the texts of the untranslated one, in both languages', async ({
  newVisitor,
  api,
}) => {
  const username = newName('lou');
  const token = await api.signUp(username);
  // The preview of the settings would type.
  const reducedMotion = 'reduce';
  const plain = await newVisitor({ token, at: '/imprint', reducedMotion });
  const page = await translated(await newVisitor({ token, at: null, reducedMotion }));
  await page.goto('/imprint');
  for (const path of [...PATHS, '/account/', `/user/${username}/`]) {
    // Each text is another one.
    if (path.startsWith('/singleplayer')) continue;
    await Promise.all([follow(plain, path), follow(page, path)]);
    for (const language of ['Español', 'English']) {
      // Both may still be loading, which can undo a click, and what other visitors do shows on one of them first.
      await expect(async () => {
        for (const either of [plain, page]) {
          await either
            .getByRole('contentinfo')
            .getByRole('group', { name: /^(Language|Idioma)$/ })
            .getByLabel(language)
            .check({ force: true });
        }
        expect(await texts(page), path).toBe(await texts(plain));
      }).toPass();
    }
  }
});
