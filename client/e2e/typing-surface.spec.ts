import type { Page } from '@playwright/test';

import { newName } from './api';
import { expect, test } from './fixtures';
import { drawn, isInView, places, practice, practiceOf, TEXT } from './typing';

/** The attributes and custom properties of `<html>` that a visitor's settings write. */
interface Look {
  caret?: 'bar' | 'block' | 'outline' | 'underline' | 'off';
  glide?: 'on' | 'off';
  lines?: '2' | '3' | '4' | '5' | 'all';
  typeface?: string;
  size?: number;
  width?: number;
}

function look(page: Page, { size, width, ...attributes }: Look): Promise<void> {
  return page.evaluate(
    ([data, properties]) => {
      const { dataset, style } = document.documentElement;
      Object.assign(dataset, data);
      for (const [name, value] of Object.entries(properties)) style.setProperty(name, value);
    },
    [
      attributes,
      {
        '--typing-size': size === undefined ? '' : String(size),
        '--typing-width': width === undefined ? '' : String(width),
        '--typing-lines': /\d/.test(attributes.lines ?? '') ? String(attributes.lines) : '',
      },
    ] as const,
  );
}

/** The lines of the text, as the page breaks it. */
const lines = (page: Page) => page.locator(`${TEXT} > div`).allTextContents();

const CARETS = ['bar', 'block', 'outline', 'underline', 'off'] as const;
const FACES = ['atkinson', 'jetbrains', 'plex', 'courier', 'lexend', 'literata', 'opendyslexic'] as const;

for (const caret of CARETS) {
  test(`the caret "${caret}" underlines the next character, wherever it is`, async ({ newVisitor }) => {
    const page = await newVisitor({ at: null });
    const text = 'pura vida '.repeat(30).trim();
    await page.setViewportSize({ width: 390, height: 800 });
    await practice(page, text);
    const line = (await lines(page))[0] ?? '';
    const standsAt = async (index: number, ...before: string[]) => {
      const states = async () => (await drawn(page, index + 2)).slice(index - before.length);
      await expect.poll(states, `${index}`).toEqual([...before, 'current', 'untyped']);
    };
    await look(page, { caret });
    await standsAt(0);
    await page.keyboard.type('pux');
    await standsAt(3, 'correct', 'correct', 'incorrect');
    await page.keyboard.press('Backspace');
    // The space at the end of a line, and the first character of the next.
    await page.keyboard.type(text.slice(2, line.length - 1));
    await standsAt(line.length - 1, 'correct');
    await page.keyboard.type(' ');
    await standsAt(line.length, 'correct');
    // Letters of many widths.
    await look(page, { caret, typeface: 'lexend' });
    await standsAt(line.length, 'correct');
    await page.keyboard.type(text.slice(line.length, line.length + 7));
    await standsAt(line.length + 7, 'correct');
  });
}

test('each caret looks different, also in the colors of the system', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'pura vida');
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors });
    const pictures = new Set<string>();
    for (const caret of CARETS) {
      await look(page, { caret });
      pictures.add((await page.locator(TEXT).locator('..').screenshot()).toString('base64'));
    }
    expect(pictures.size, forcedColors).toBe(CARETS.length);
  }
});

test('the caret is whole before the first character of a line', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'pura vida');
  const hidden = await page.locator(TEXT).evaluate((text) => {
    const caret = text.lastElementChild ?? text;
    const view = text.parentElement ?? text;
    const bar = caret.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(caret, '::before').left);
    return view.getBoundingClientRect().left - bar;
  });
  expect(hidden).toBeLessThanOrEqual(0);
});

test('the caret jumps without the glide, and without a caret', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await practice(page, 'abcdefgh');
  await page.evaluate(() => document.fonts.ready.then(() => true));
  const glides = () =>
    page.locator(TEXT).evaluate((text) => {
      const effect = text.lastElementChild?.getAnimations()[0]?.effect as KeyframeEffect | undefined;
      const steps = effect?.getKeyframes().map(({ transform }) => transform) ?? [];
      return steps[0] !== steps.at(-1);
    });
  const afterKey = async (index: number, ...wanted: [Look, boolean]) => {
    await look(page, wanted[0]);
    await page.keyboard.press('abcdefgh'[index] ?? '');
    await expect.poll(() => drawn(page, index + 2)).toEqual([...Array(index + 1).fill('correct'), 'current']);
    expect(await glides(), JSON.stringify(wanted[0])).toBe(wanted[1]);
  };
  await afterKey(0, { glide: 'off' }, false);
  await afterKey(1, { glide: 'on' }, true);
  await afterKey(2, { glide: 'on', caret: 'off' }, false);
  await afterKey(3, { glide: 'on', caret: 'block' }, true);
});

for (const width of [390, 1280]) {
  test(`letters of every size fit a window of ${width} pixels, also during a run`, async ({ newVisitor }) => {
    const page = await newVisitor({ at: null });
    await page.setViewportSize({ width, height: 844 });
    const text = await practiceOf(page, 300);
    await page.keyboard.type(text.slice(0, 100));
    const letter = async () => (await places(page))[0]?.width ?? 0;
    const usual = await letter();
    for (const size of [0.75, 2, 1]) {
      await look(page, { size });
      await expect.poll(async () => (await letter()) / usual, `${size}`).toBeCloseTo(size, 1);
      await expect.poll(async () => (await drawn(page, 102)).slice(99)).toEqual(['correct', 'current', 'untyped']);
      await expect.poll(() => isInView(page, 100)).toBe(true);
      expect(await beyondWindow(page)).toBe(0);
      const card = await page.locator('section', { has: page.locator(TEXT) }).boundingBox();
      const ends = (await places(page)).map(({ left, width: extent }) => left + extent);
      expect(Math.max(...ends)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0));
    }
  });
}

test('large letters of a race fit the window, and leave its lanes in view', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('lena')), at: null });
  const code = await api.openRoom(await api.signUp(newName('host')));
  await page.goto(`/multiplayer/${code}/`);
  const lanes = page.getByRole('list', { name: 'Racers' });
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const letter = async () => (await places(page))[0]?.width ?? 0;
    await look(page, { size: 1 });
    const usual = await letter();
    await look(page, { size: 2 });
    await expect.poll(async () => (await letter()) / usual).toBeCloseTo(2, 1);
    await expect.poll(() => isInView(page, 0)).toBe(true);
    await expect(lanes).toBeInViewport({ ratio: 1 });
    expect(await beyondWindow(page)).toBe(0);
  }
});

/** The pixels by which the page is wider than the window. */
const beyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('lines have the chosen number of characters, as far as the window has room', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  await page.setViewportSize({ width: 1920, height: 900 });
  await practiceOf(page, 600);
  const longest = async () => Math.max(...(await lines(page)).map((line) => line.trimEnd().length));
  const usual = await longest();
  for (const chosen of [40, 75, 100]) {
    await look(page, { width: chosen });
    const unused = async () => chosen - (await longest());
    // The words of the text have at most 11 letters.
    await expect.poll(async () => Math.floor((await unused()) / 12), `${chosen}`).toBe(0);
    expect(await beyondWindow(page)).toBe(0);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(longest).toBeLessThan(30);
  expect(await beyondWindow(page)).toBe(0);
  await page.setViewportSize({ width: 1920, height: 900 });
  await look(page, {});
  await expect.poll(longest).toBe(usual);
});

test('the chosen number of lines is in view, with the next one', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const text = await practiceOf(page, 600);
  const clip = page.locator(TEXT).locator('..');
  const height = () => clip.evaluate((element) => element.clientHeight);
  const line = await page
    .locator(`${TEXT} > div`)
    .first()
    .evaluate((element) => element.getBoundingClientRect().height);
  const nLines = (await lines(page)).length;
  await page.keyboard.type(text.slice(0, 150));
  for (const [chosen, seen] of [
    ['2', 2],
    ['3', 3],
    ['4', 4],
    ['5', 5],
    ['all', nLines],
  ] as const) {
    await look(page, { lines: chosen });
    await expect.poll(height, chosen).toBe(Math.round(seen * line));
    await expect.poll(() => isInView(page, 150), chosen).toBe(true);
    await expect.poll(() => isInView(page, 205), chosen).toBe(true);
  }
  // On a low screen, as many as fit.
  await page.setViewportSize({ width: 1280, height: 400 });
  await expect.poll(height).toBeLessThan(400 - 8 * 16 + 1);
  await page.keyboard.type(text.slice(150, 151));
  await expect.poll(() => isInView(page, 151)).toBe(true);
});

test('only the chosen typeface is loaded, and no line moves among those of one width', async ({ newVisitor }) => {
  const page = await newVisitor({ at: null });
  const fonts: string[] = [];
  page.on('response', async (response) => {
    const [, name] = /\/([a-z-]+)-latin[\w.-]*\.woff2$/.exec(response.url()) ?? [];
    if (name === undefined) return;
    expect(response.headers()['content-type']).toBe('font/woff2');
    fonts.push(name);
  });
  const text = `${'cien hummingbirds '.repeat(10)}¿qué más?`;
  await practice(page, text);
  await page.waitForLoadState('networkidle');
  const interfaceFonts = ['atkinson-hyperlegible-next', 'bricolage-grotesque'];
  expect(fonts.toSorted()).toEqual(['atkinson-hyperlegible-mono', ...interfaceFonts]);
  await page.keyboard.type(text.slice(0, 60));
  const usual = await lines(page);
  const tops = async () => [...new Set((await places(page)).map(({ top, bottom }) => Math.round(top + bottom)))];
  const usualTops = await tops();
  for (const typeface of FACES.slice(1)) {
    fonts.length = 0;
    await look(page, { typeface });
    await expect.poll(() => fonts, typeface).toHaveLength(1);
    await page.evaluate(() => document.fonts.ready.then(() => true));
    await expect
      .poll(async () => (await drawn(page, 62)).slice(59), typeface)
      .toEqual(['correct', 'current', 'untyped']);
    if (!['jetbrains', 'plex', 'courier'].includes(typeface)) continue;
    expect(await lines(page), typeface).toEqual(usual);
    expect(await tops(), typeface).toEqual(usualTops);
  }
});

test('a stored typeface is loaded instead of the usual one', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/about' });
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ typeface: 'plex', caret: 'block' })));
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  await practice(page, 'pura vida');
  await page.waitForLoadState('networkidle');
  expect(fonts.filter((url) => url.includes('ibm-plex-mono'))).toHaveLength(1);
  expect(fonts.filter((url) => url.includes('hyperlegible-mono'))).toEqual([]);
  await expect.poll(() => drawn(page, 2)).toEqual(['current', 'untyped']);
});
