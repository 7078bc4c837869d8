import { expect, test } from './fixtures';
import { drawn, isInView, places, practice, TEXT } from './typing';

/** The pause between keys. */
const DELAY_MS = 10;

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
