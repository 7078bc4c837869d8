/**
 * Measures the time from a keydown to the frame that shows it, as Chromium's own trace tells it (EventTiming), at
 * 1,000 characters and a CPU slowed down four times: of a bare page, which is what browser and machine cost, of
 * practice, and of a race with five lanes.
 *
 *     npm run bench [-- practice]      COLIBRI_CHROMIUM=/usr/bin/chromium where Playwright has no browser of its own
 */
import { CPU_SLOWDOWN, ms, openPage, print, quantiles, text, withBrowser } from './harness.mjs';

const KEYS = 300;
/** Between keys, in milliseconds: 120 to 200 words a minute. */
const [FASTEST_MS, SLOWEST_MS] = [60, 100];
/** How long a key is held down, in milliseconds. */
const HELD_MS = 40;
/** From the opened page to the first key: scripts, fonts and pictures are there. */
const SETTLE_MS = 1500;
/** One key in so many is wrong, and the next one takes it back. */
const MISTAKE_EVERY = 25;
/** Only what EventTiming needs: tracing costs time itself. */
const CATEGORIES = ['-*', 'devtools.timeline'];

/** Nothing but a square that changes its colour with every key. */
const bare = `<!doctype html><title>Bare</title><div style="width:20px;height:20px"></div><script>
const square = document.querySelector('div').style;
let keys = 0;
addEventListener('keydown', () => { square.background = (keys += 1) % 2 ? 'teal' : 'crimson'; });
</script>`;

const PAGES = { bare: '/bare', practice: '/singleplayer/', race: '/multiplayer/BENCH/' };

/** One frame of a screen that shows sixty a second, in milliseconds. */
const FRAME_MS = 1000 / 60;

const wanted = process.argv.slice(2);
await withBrowser({ bare }, async (browser, site) => {
  let baseline = null;
  for (const [name, address] of Object.entries(PAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const keydowns = await traceTyping(browser, site, address);
    const figures = quantiles(keydowns.map(({ duration }) => duration));
    baseline ??= figures;
    const { median, p90, p99 } = figures;
    const ratios = ['median', 'p90', 'p99'].map((which) => (figures[which] / baseline[which]).toFixed(2)).join(' / ');
    print(
      `${name.padEnd(9)} keydown to paint: median ${ms(median)}  p90 ${ms(p90)}  p99 ${ms(p99)}` +
        `  (${keydowns.length} keys; ${ratios} of ${Object.keys(PAGES)[0]}; p99 in one frame: ${p99 <= FRAME_MS ? 'held' : 'NOT held'})`,
    );
    const handler = quantiles(keydowns.map(({ processingStart, processingEnd }) => processingEnd - processingStart));
    print(`          handler alone:    median ${ms(handler.median)}  p90 ${ms(handler.p90)}  p99 ${ms(handler.p99)}`);
  }
});

/** Types on the page at `address` and returns what the browser recorded. */
async function traceTyping(browser, site, address) {
  const { context, page } = await openPage(browser, site);
  await page.goto(address);
  await page.waitForTimeout(SETTLE_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await browser.startTracing(page, { categories: CATEGORIES });
  const characters = [...text];
  for (let key = 0, at = 0; key < KEYS; key += 1) {
    const isMistake = key % MISTAKE_EVERY === MISTAKE_EVERY - 2;
    const isCorrection = key % MISTAKE_EVERY === MISTAKE_EVERY - 1;
    const name = isMistake ? '#' : isCorrection ? 'Backspace' : (characters[at++] ?? ' ');
    await page.keyboard.press(name, { delay: HELD_MS });
    await page.waitForTimeout(FASTEST_MS - HELD_MS + Math.random() * (SLOWEST_MS - FASTEST_MS));
  }
  await page.waitForTimeout(300);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  if (address !== PAGES.bare && !(await hasTyped(page))) throw new Error(`the keys did not reach ${address}`);
  await context.close();
  const events = trace.traceEvents ?? trace;
  return events
    .filter(({ name, args }) => name === 'EventTiming' && args?.data?.type === 'keydown')
    .map(({ args }) => args.data)
    .filter(({ duration }) => Number.isFinite(duration));
}

/** Whether characters of the text are painted as typed: a race that never started would be very fast. */
async function hasTyped(page) {
  return page.locator('figure [class*="correct"]').first().isVisible();
}
