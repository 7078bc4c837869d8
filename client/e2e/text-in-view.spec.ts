import { newName } from './api';
import { expect, test } from './fixtures';
import { enter } from './official-client';
import { FAST_MS, start, textOfRoom } from './race';
import { isInView, places, practiceOf, pressOnResults, TEXT } from './typing';

test.use({ texts: 'long' });

// A screen of 1366 by 768 pixels, without the browser's own bars.
const LAPTOP = { width: 1366, height: 625 };

test('the text of a race of five fits a small laptop, to the last character', async ({ newVisitor, api, server }) => {
  const page = await newVisitor({ token: await api.signUp(newName('lena')), at: null });
  await page.setViewportSize(LAPTOP);
  const code = await api.openRoom(await api.signUp(newName('host')));
  const others = [];
  for (const name of ['ara', 'bea', 'cruz', 'dan']) others.push(await enter(api, server.url, newName(name), code, {}));
  const text = await textOfRoom(page, () => page.goto(`/multiplayer/${code}/`));
  for (const { socket, username } of others) socket.emit('join', { code, username });
  await expect(page.getByRole('list', { name: 'Racers' }).getByRole('listitem')).toHaveCount(5);
  await start(page);
  await expect(page.locator(TEXT).locator('..')).toBeInViewport({ ratio: 1 });
  const typed = text.length - 1;
  await page.keyboard.type(text.slice(0, typed), { delay: FAST_MS });
  await expect.poll(() => isInView(page, typed)).toBe(true);

  // The warning is above the lanes, not below them.
  await page.keyboard.press('#');
  const warning = page.getByRole('main').getByRole('alert').filter({ hasText: 'Fix 1 mistake to finish' });
  await expect(warning).toBeVisible();
  const isWhole = await warning.evaluate((element) => {
    const { left, width, top } = element.getBoundingClientRect();
    // Only elements that do not ignore the pointer are found at a point.
    element.style.pointerEvents = 'auto';
    return document.elementFromPoint(left + width / 2, top + 2) === element;
  });
  expect(isWhole).toBe(true);
  for (const { socket } of others) socket.disconnect();
});

test('a text after results is in view, wherever the page was scrolled', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.setViewportSize(LAPTOP);
  const text = await practiceOf(page, 60);
  for (const [keys, first] of [
    ['Enter', 'by the same text'],
    ['Shift+Enter', 'by another'],
  ] as const) {
    await page.keyboard.type(text, { delay: FAST_MS });
    await page.getByRole('heading', { name: 'Hardest keys' }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => page.evaluate(() => window.scrollY), first).toBeGreaterThan(200);
    await pressOnResults(page, keys);
    await expect.poll(() => isInView(page, 0), first).toBe(true);
  }
});

test('the next key scrolls back to the text', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.setViewportSize({ width: 1280, height: 480 });
  const text = await practiceOf(page, 400);
  await page.keyboard.type(text.slice(0, 20), { delay: FAST_MS });
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => isInView(page, 20)).toBe(false);
  await page.keyboard.press(text[20] ?? '');
  await expect.poll(() => isInView(page, 21)).toBe(true);
  await expect(page.getByLabel('Type the text here')).toBeFocused();
});

test('at every width each character is in view, also a space at the end of a line', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practiceOf(page, 400);
  const clip = page.locator(TEXT).locator('..');
  for (let width = 700; width < 820; width += 5) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = async () => {
      const end = await clip.evaluate((element) => element.getBoundingClientRect().right);
      return (await places(page)).filter(({ left, width: extent }) => left + extent > end);
    };
    await expect.poll(beyond, `${width} pixels wide`).toEqual([]);
  }
});

test('a warning moves nothing, and a text shows the number of mistakes left', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = await practiceOf(page, 60);
  const top = async () => (await places(page))[0]?.top;
  const before = await top();
  const warning = page.getByRole('main').getByRole('alert');
  await page.keyboard.type(`##${text.slice(2)}`, { delay: FAST_MS });
  await expect(warning).toHaveText('Fix 2 mistakes to finish');
  expect(await top()).toBe(before);
  await page.keyboard.press('Backspace');
  await expect(warning).toHaveCount(0);
  for (let word = 0; word < 20; word += 1) await page.keyboard.press('Control+Backspace');
  await page.keyboard.type(text, { delay: FAST_MS });
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible();
});
