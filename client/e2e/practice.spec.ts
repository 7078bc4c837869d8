import type { Page } from '@playwright/test';

import { newName } from './api';
import { BUSY, expect, logIn, requestsTo, test } from './fixtures';
import { FAST_MS } from './race';
import {
  type Drawn,
  drawn,
  isInView,
  places,
  practice,
  practiceOf,
  pressOnResults,
  pressSpaceAtTheEnd,
  TEXT,
} from './typing';

test.use({ allowedTrouble: /status of (401|503)/ });

/** The pause between keys when no result is saved. */
const DELAY_MS = 10;

/** Opens practice, or requests a text by `ask`, and returns the text. */
async function textOfPractice(page: Page, ask: () => Promise<unknown>): Promise<string> {
  const answer = page.waitForResponse('**/api/gettext?*');
  await ask();
  const { text } = (await (await answer).json()) as { text: string };
  await expect(page.locator(TEXT)).toHaveText(text);
  return text;
}

const results = (page: Page) => page.getByRole('region', { name: 'Results' });

/** Says how many results are not saved yet. */
const keptOn = (page: Page) => page.getByRole('status').filter({ hasText: 'kept on this device' });

test('a guest practices with mistakes, sees the results, restarts and gets a new text', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const saves = requestsTo(page, '/api/singleplayer');
  const text = await textOfPractice(page, () => page.goto('/singleplayer/'));
  await expect(page.getByText('Playing in Singleplayer does not affect your stats')).toBeVisible();

  await page.keyboard.type(text.slice(0, 6), { delay: DELAY_MS });
  await page.keyboard.type('#', { delay: DELAY_MS });
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text.slice(6, -1), { delay: DELAY_MS });
  await page.keyboard.type('#', { delay: DELAY_MS });
  // The end is reached, but not every character is correct.
  await expect(results(page)).toBeHidden();
  await page.keyboard.press('Backspace');
  await page.keyboard.type(text.slice(-1));
  const accuracy = (Math.round(((text.length - 2) / text.length) * 10_000) / 100).toFixed(2);
  await expect(results(page)).toContainText(accuracy);
  await expect(results(page)).toBeInViewport({ ratio: 1 });
  await expect(
    page.getByRole('link', { name: 'If you would like to see the detailed statistics, please log in' }),
  ).toHaveAttribute('href', '/account/login');

  // An extra key changes nothing; Enter restarts the same text.
  await page.keyboard.press('Space');
  await expect(results(page)).toBeVisible();
  await pressOnResults(page, 'Enter');
  await expect(page.locator(TEXT)).toHaveText(text);
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page)).toContainText('100.00');

  const next = await textOfPractice(page, () => pressOnResults(page, 'Shift+Enter'));
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await page.keyboard.type(next, { delay: DELAY_MS });
  await expect(results(page)).toBeVisible();
  await results(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  expect(saves).toEqual([]);
});

test('each character shows its state; keys and buttons restart, change and leave the text', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'abcd', 'efgh', 'ijkl', 'mnop');
  const shows = (text: string) => expect(page.locator(TEXT)).toHaveText(text);
  const stands = (...characters: Drawn[]) => expect.poll(() => drawn(page, 4)).toEqual(characters);
  await shows('abcd');
  await expect(page.getByText('~ Ana Solano')).toBeVisible();
  await stands('current', 'untyped', 'untyped', 'untyped');
  await page.keyboard.type('ax');
  await stands('correct', 'incorrect', 'current', 'untyped');
  await page.keyboard.press('Backspace');
  await stands('correct', 'current', 'untyped', 'untyped');

  await page.keyboard.press('Enter');
  await stands('current', 'untyped', 'untyped', 'untyped');
  await page.keyboard.type('ab');
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await stands('current', 'untyped', 'untyped', 'untyped');
  await page.keyboard.press('Shift+Enter');
  await shows('efgh');
  await page.getByRole('button', { name: 'New text', exact: true }).click();
  await shows('ijkl');
  await page.keyboard.type('ijkl');
  await results(page).getByRole('button', { name: 'New text' }).click();
  await shows('mnop');
  await page.getByRole('button', { name: 'Leave game' }).click();
  await expect(page).toHaveURL('/');
});

test('after a click on a control, Enter still restarts, also from the results', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = 'this text takes more than two seconds, as the chart needs';
  await practice(page, text);
  const clicks = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: /^Switch to .* mode/ }).click();
  };
  await page.keyboard.type('ab');
  await clicks('Mute');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => drawn(page, 2)).toEqual(['current', 'untyped']);
  await page.keyboard.type(text, { delay: FAST_MS });
  await expect(results(page)).toBeVisible();
  await clicks('Unmute');
  const numbers = page.getByText('Show as a table');
  await numbers.click();
  await expect(page.getByRole('table')).toBeVisible();
  await pressOnResults(page, 'Enter');
  await expect(page.getByRole('button', { name: 'Mute', exact: true })).toBeVisible();

  // Who comes to it by keyboard opens it.
  await page.keyboard.type(text, { delay: FAST_MS });
  await numbers.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeVisible();
});

test('the caret is at the next character and in view, also in a narrow window', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = 'pura vida '.repeat(50).trim();
  await practice(page, text);
  const standsAt = async (index: number) => {
    await expect.poll(async () => (await drawn(page, index + 2)).slice(-3)).toEqual(['correct', 'current', 'untyped']);
    await expect.poll(() => isInView(page, index)).toBe(true);
  };
  await page.keyboard.type(text.slice(0, 22), { delay: DELAY_MS });
  await standsAt(22);
  await page.setViewportSize({ width: 400, height: 800 });
  await standsAt(22);
  await page.keyboard.type(text.slice(22, 242), { delay: DELAY_MS });
  await standsAt(242);
  await page.setViewportSize({ width: 1280, height: 800 });
  await standsAt(242);
  await page.keyboard.press('Enter');
  await expect.poll(() => drawn(page, 2)).toEqual(['current', 'untyped']);
  await expect.poll(() => isInView(page, 0)).toBe(true);
});

test('the caret glides from the first key, and jumps under reduced motion', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'abcd');
  // A font that arrives later breaks the text into lines again, without a glide.
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const glides = () =>
    page.locator(TEXT).evaluate((text) => {
      const effect = text.lastElementChild?.getAnimations()[0]?.effect as KeyframeEffect | undefined;
      const places = effect?.getKeyframes().map(({ transform }) => transform) ?? [];
      return places[0] !== places.at(-1);
    });
  await page.keyboard.press('a');
  await expect.poll(glides, { intervals: [20] }).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('b');
  await expect.poll(() => drawn(page, 3)).toEqual(['correct', 'correct', 'current']);
  expect(await glides()).toBe(false);
});

test('the text has the colors of the page and of the system', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'abcd');
  await page.keyboard.type('ax');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect.poll(() => drawn(page, 4)).toEqual(['correct', 'incorrect', 'current', 'untyped']);
  }
  // In forced colors, all letters have one color, and wrong ones are underlined.
  await page.emulateMedia({ forcedColors: 'active' });
  const underlined = async () => (await places(page)).map((place) => place.underlined);
  await expect.poll(() => drawn(page, 4)).toEqual(['untyped', 'untyped', 'current', 'untyped']);
  expect(await underlined()).toEqual([false, true, false, false]);
});

test('a text follows the reader’s spacing, also during a run', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = 'pura vida '.repeat(30).trim();
  await practice(page, text);
  await page.keyboard.type('pux');
  // The spacing that WCAG 2.2 requires (1.4.12), and then the browsers' own.
  for (const lineHeight of ['1.5', '2.2', 'normal']) {
    await page.evaluate((height) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        `* { line-height: ${height} !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }`,
      );
      document.adoptedStyleSheets = [sheet];
    }, lineHeight);
    const beyond = async () => {
      const { right } = await page.locator(TEXT).evaluate((element) => element.getBoundingClientRect());
      return (await places(page)).filter(({ left, width }) => left + width > right + 1);
    };
    await expect.poll(beyond, lineHeight).toEqual([]);
    await expect
      .poll(() => drawn(page, 5), lineHeight)
      .toEqual(['correct', 'correct', 'incorrect', 'current', 'untyped']);
  }
});

test('a text follows another font, spacing or scale, also if no line is higher', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = 'pura vida '.repeat(30).trim();
  await practice(page, text);
  await page.keyboard.type('pux');
  const onText = (declaration: string) => `figure * { line-height: 40px !important; ${declaration} }`;
  for (const style of [
    onText('letter-spacing: 3px !important'),
    onText('word-spacing: 9px !important'),
    onText('font-family: serif !important'),
    onText('font-size: 20px !important'),
    onText(''),
    'body { zoom: 1.3 }',
    'html { zoom: 0.8 }',
    'body { transform: scale(1.2); transform-origin: 0 0 }',
    'main { text-align: center; word-spacing: 2px }',
  ]) {
    await page.evaluate((rule) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rule);
      document.adoptedStyleSheets = [sheet];
    }, style);
    const beyond = async () => {
      const { right } = await page.locator(TEXT).evaluate((element) => element.getBoundingClientRect());
      // A space may hang over the end of its line.
      return (await places(page)).filter(({ left, width }, at) => text[at] !== ' ' && left + width > right + 1);
    };
    await expect.poll(beyond, style).toEqual([]);
    await expect.poll(() => drawn(page, 5), style).toEqual(['correct', 'correct', 'incorrect', 'current', 'untyped']);
  }
});

test('the stopwatch starts with the first key, and speed is shown below 1000', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.clock.install();
  await practice(page, 'x'.repeat(100));
  const stopwatch = page.getByRole('timer', { name: 'Time' });
  const speed = page.getByText(/^Speed \d+ wpm$/);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
  await expect(stopwatch).toHaveText('0:00');
  await page.keyboard.type('x'.repeat(80));
  // 80 characters are 16 words: within 0.96 s, a meaningless speed.
  await page.clock.runFor(900);
  await expect(speed).toBeHidden();
  await page.clock.runFor(1000);
  await expect(speed).toBeVisible();
  await page.clock.runFor(58_500);
  await expect(stopwatch).toHaveText('1:00');
  await expect(speed).toHaveText('Speed 16 wpm');
});

test('a key counts when it was pressed, not when a busy page handles it', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'ab');
  await page.keyboard.press('a');
  const isBusy = page.waitForEvent('console');
  const busy = page.evaluate(() => {
    // biome-ignore lint/suspicious/noConsole: the only event that leaves a busy page
    console.log('busy');
    for (const end = performance.now() + 3000; performance.now() < end; );
  });
  await isBusy;
  await page.keyboard.press('b');
  await busy;
  await expect(results(page)).toContainText(/Time[01]\.\d\d s/);
});

test('a flawless run has one speed, and its slow keys are listed as slow', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = 'aqaqaqaaaa';
  await page.clock.install();
  await practice(page, text);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5000));
  for (const key of text) {
    await page.clock.runFor(key === 'q' ? 501 : 101);
    await page.keyboard.press(key);
  }
  await page.clock.runFor(1000);
  // 10 characters in 2.109 s; in the displayed 2.11 s they would be 56.87 wpm.
  await expect(results(page)).toContainText('56.90 wpm');
  const review = page.getByRole('region', { name: 'How it went' });
  await expect(review.getByText('Raw speed').locator('xpath=..')).toContainText('56.90 wpm');
  await expect(review.getByText('501 ms on average', { exact: true })).toBeVisible();
});

test('practice asks for a text three more times before it redirects home', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.clock.install();
  await page.route('**/api/gettext?*', (route) => route.fulfill(BUSY));
  const asked = requestsTo(page, '/api/gettext');
  await page.goto('/singleplayer/');
  for (const [times, delay] of [1000, 2000, 4000].entries()) {
    await expect.poll(() => asked.length).toBe(times + 1);
    await expect(page).toHaveURL('/singleplayer/');
    await page.waitForResponse('**/api/gettext?*', { timeout: 500 }).catch(() => {});
    await page.clock.runFor(delay);
  }
  await expect(page).toHaveURL('/');
  expect(asked).toHaveLength(4);
});

test('the results of a practice are in view on a small screen', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.setViewportSize({ width: 390, height: 844 });
  const text = await textOfPractice(page, () => page.goto('/singleplayer/'));
  await page.keyboard.type(text, { delay: DELAY_MS });
  await expect(results(page)).toBeInViewport({ ratio: 1 });
});

test('a Space after the last character does not scroll the results away', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'one two');
  const lateSpace = await pressSpaceAtTheEnd(page);
  await page.keyboard.type('one two', { delay: DELAY_MS });
  await expect(results(page)).toBeFocused();
  expect(await lateSpace()).toBe('is for nobody');
});

test('a signed-in user’s statistics appear and grow with every practice', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('pia')), at: null });
  let text = await textOfPractice(page, () => page.goto('/singleplayer/'));
  const statistics = page.getByRole('region', { name: 'Statistics' });
  const completed = statistics.locator('div').filter({ hasText: 'Practices completed' }).last();
  await expect(completed).toContainText('0');
  for (const count of ['1', '2']) {
    await page.keyboard.type(text, { delay: FAST_MS });
    await expect(results(page)).toBeVisible();
    await expect(completed).toContainText(count);
    text = await textOfPractice(page, () => pressOnResults(page, 'Shift+Enter'));
  }
  await expect(statistics.locator('dl > div')).toHaveText([
    /^Speed\d+\.\d\d wpm$/,
    /^Accuracy\d+\.\d\d%$/,
    /^Practices completed2$/,
    /^Fastest practice\d+\.\d\d wpm$/,
    /^Time spent practicing00:\d\d:\d\d$/,
  ]);
  await expect(statistics).toContainText(
    'Singleplayer statistics are not public and do not appear on the leaderboard.',
  );
});

test('a result is kept on the device while the server cannot save it, and counts once', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('paz')), at: null });
  // The first result is saved, but its answer is lost.
  let nSaves = 0;
  await page.route('**/api/singleplayer', async (route) => {
    nSaves += 1;
    if (nSaves === 1) await route.fetch();
    await route.fulfill(BUSY);
  });
  await practice(page, 'one two');
  await page.keyboard.type('one two', { delay: FAST_MS });
  const kept = keptOn(page);
  await expect(kept).toHaveText('1 result is kept on this device until the server can save it.');
  await pressOnResults(page, 'Enter');
  await page.keyboard.type('one two', { delay: FAST_MS });
  await expect(kept).toHaveText('2 results are kept on this device until the server can save them.');

  // At the next visit, on another screen.
  await page.goto('/about');
  await expect.poll(() => nSaves).toBeGreaterThan(2);
  await page.unroute('**/api/singleplayer');
  await page.goto('/singleplayer/');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed2');
  await expect(kept).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('practices'))).toBeNull();
});

test('a login check without an answer is repeated, and the results of the meantime are saved', async ({
  newVisitor,
  api,
}) => {
  const username = newName('pam');
  const page = await newVisitor({ token: await api.signUp(username), at: null });
  let isBusy = true;
  await page.route(/\/api\/(isloggedin|singleplayer)$/, (route) => (isBusy ? route.fulfill(BUSY) : route.fallback()));
  await practice(page, 'one two');
  await page.keyboard.type('one two', { delay: FAST_MS });
  await expect(results(page)).toBeVisible();
  await page.reload();
  await expect(keptOn(page)).toHaveText('1 result is kept on this device until the server can save it.');
  isBusy = false;
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: username })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed1');
});

test('the result of a session that has ended waits for the next login, as the page says', async ({
  newVisitor,
  api,
}) => {
  const username = newName('pia');
  const token = await api.signUp(username);
  const page = await newVisitor({ token, at: null });
  await practice(page, 'one two');
  // Otherwise the refused statistics could end the session before the run has a result.
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed0');
  await api.post('/api/account/logouteverywhere', { token });
  await page.keyboard.type('one two', { delay: FAST_MS });
  const sentence = '1 result is kept on this device until you log in to its account.';
  await expect(keptOn(page)).toHaveText(sentence);
  await page.reload();
  await expect(keptOn(page)).toHaveText(sentence);
  await page.getByRole('link', { name: 'please log in' }).click();
  await logIn(page, username);
  await expect(page.getByText('Successfully logged in')).toBeVisible();
  await page.goto('/singleplayer/');
  await expect(page.getByRole('region', { name: 'Statistics' })).toContainText('Practices completed1');
  await expect(keptOn(page)).toHaveCount(0);
});

test('a screen reader reads the text once, word by word, typed or not', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.setViewportSize({ width: 390, height: 800 });
  await practice(page, 'a text that is longer than one line on a screen that is as narrow as this');
  for (const typed of ['', 'a te', '#t']) {
    await page.keyboard.type(typed);
    await expect(page.getByRole('figure', { name: 'Text' })).toMatchAriaSnapshot(
      '- figure "Text": a text that is longer than one line on a screen that is as narrow as this ~ Ana Solano',
    );
  }
  await expect(page.locator(`${TEXT} > div`)).not.toHaveCount(1);
});

/** The interval of 25 keys per second: 300 words per minute. */
const EVERY_MS = 40;

/** Presses every key on time, even if the browser has not finished with the one before. */
async function typeAtPace(page: Page, text: string): Promise<void> {
  const pressed: Promise<void>[] = [];
  const began = performance.now();
  for (const [index, key] of [...text].entries()) {
    const wait = began + index * EVERY_MS - performance.now();
    if (wait > 0) await page.waitForTimeout(wait);
    pressed.push(page.keyboard.press(key));
  }
  await Promise.all(pressed);
}

test('at 25 keys per second no key is lost or counted twice', async ({ newVisitor }) => {
  const page = await newVisitor();
  await typeAtPace(page, await practiceOf(page, 200));
  // With a key too few there are no results; with a key too many accuracy falls.
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('100.00');
});
