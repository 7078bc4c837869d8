/**
 * Measures the time from a keydown until it is painted, from Chromium's own trace, in the longest text of 600 characters
 * and with a CPU slowed down four times: on a bare page (the cost of browser and machine), in practice, and in a race with
 * five lanes. Two figures:
 *
 * - the page's share: the duration of the key's handler and of the frame that shows it, until the frame is painted and
 *   passed to the browser. The budget is 12 ms by the clock, of a frame's 16.7. Measured in processor time, the cost of
 *   the page, and by the clock, which includes other programs on a busy machine;
 * - the time to the screen (EventTiming): from the key to the lit pixel. It includes the key's way to the page, the wait
 *   for the screen's next frame, up to a whole one, and the browser's drawing, so it is compared with the bare page's.
 *
 * Practice and race are measured with the default settings, and with those that cost most: letters of many widths, whose
 * caret changes its layout, as large as possible, in as many and as long lines as the window has room for.
 *
 *     npm run bench [-- practice default]      set COLIBRI_CHROMIUM=/usr/bin/chromium if Playwright has no browser
 */
import { CHARACTERS, CPU_SLOWDOWN, ms, openPage, print, quantiles, text, withBrowser } from './harness.mjs';

/** The number of keys: with mistakes and corrections, they do not finish a text of this length. */
const KEYS = CHARACTERS;
/** The pauses between keys, in milliseconds: 120 to 200 words per minute. */
const [FASTEST_MS, SLOWEST_MS] = [60, 100];
/** The time for which a key is held down, in milliseconds. */
const HELD_MS = 40;
/** The time from the opened page to the first key, in which scripts, fonts and pictures load. */
const SETTLE_MS = 1500;
/** One key in this many is wrong, and the next one erases it. */
const MISTAKE_EVERY = 25;
/** Only the trace categories read below, because tracing takes time. */
const CATEGORIES = ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];

/** A bare page: a square that changes its color with every key. */
const bare = `<!doctype html><title>Bare</title><div style="width:20px;height:20px"></div><script>
const square = document.querySelector('div').style;
let keys = 0;
addEventListener('keydown', () => { square.background = (keys += 1) % 2 ? 'teal' : 'crimson'; });
</script>`;

const PAGES = { bare: '/bare', practice: '/singleplayer/', race: '/multiplayer/BENCH/' };

/** The settings of the visitor: the defaults, or the dearest of each. */
const SETTINGS = {
  default: {},
  dearest: {
    typeface: 'lexend',
    textSize: 200,
    lineWidth: '100',
    lines: 'all',
    caret: 'block',
    showAccuracy: true,
    keySound: 'typewriter',
    pace: 'fixed',
  },
};

/** The page's budget in a frame, in milliseconds. */
const BUDGET_MS = 12;

const wanted = process.argv.slice(2);
const isWanted = (name, all) => wanted.includes(name) || !wanted.some((other) => other in all);
await withBrowser({ bare }, async (browser, site) => {
  /** @type {ReturnType<typeof quantiles> | undefined} */
  let baseline;
  const runs = Object.entries(PAGES).flatMap(([page, address]) =>
    Object.entries(page === 'bare' ? { '': {} } : SETTINGS)
      .filter(([chosen]) => isWanted(page, PAGES) && (chosen === '' || isWanted(chosen, SETTINGS)))
      .map(([chosen, settings]) => ({ name: `${page} ${chosen}`, address, settings })),
  );
  for (const { name, address, settings } of runs) {
    const keys = await traceTyping(browser, site, address, settings);
    const work = quantiles(keys.map(({ workMs }) => workMs));
    const clock = quantiles(keys.map(({ clockMs }) => clockMs));
    const screen = quantiles(keys.map(({ screenMs }) => screenMs));
    baseline ??= screen;
    const { median, p90, p99 } = baseline;
    const ratios = [screen.median / median, screen.p90 / p90, screen.p99 / p99]
      .map((ratio) => ratio.toFixed(2))
      .join(' / ');
    print(`${name.padEnd(16)} the page's:   ${written(work)}  (${keys.length} keys; ${verdict(work)})`);
    print(`                 by the clock: ${written(clock)}  (${verdict(clock)})`);
    print(`                 the screen's: ${written(screen)}  (${ratios} of ${Object.keys(PAGES)[0]})`);
  }
});

/** Types on the page at `address` and returns the browser's trace. */
async function traceTyping(browser, site, address, settings) {
  const { context, page } = await openPage(browser, site, 'en', settings);
  await page.goto(address);
  await page.waitForTimeout(SETTLE_MS);
  const start = await caretPosition(page);
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
  // A race that never started would look very fast.
  const isTyped = address === PAGES.bare || (await caretPosition(page)) !== start;
  if (!isTyped) throw new Error(`the keys did not reach ${address}`);
  await context.close();
  return keysOf(trace.traceEvents ?? trace);
}

/** Returns the cost of each keydown from the trace of the main thread, whose times (clock and thread) are in microseconds. */
function keysOf(events) {
  const keydowns = events.filter(({ name, args }) => name === 'EventDispatch' && args.data.type === 'keydown');
  const main = keydowns[0];
  const onMain = (wanted) =>
    events
      .filter(({ name, pid, tid }) => name === wanted && pid === main.pid && tid === main.tid)
      .sort((one, other) => one.ts - other.ts);
  const [begun, layered] = [onMain('BeginMainThreadFrame'), onMain('Layerize')];
  const screenMs = onMain('EventTiming')
    .filter(({ args }) => args?.data?.type === 'keydown' && Number.isFinite(args.data.duration))
    .map(({ args }) => args.data.duration);
  return keydowns
    .sort((one, other) => one.ts - other.ts)
    .flatMap((keydown, index) => {
      const frame = begun.find((begin) => begin.ts >= keydown.ts);
      const painted = frame && layered.find((layers) => layers.ts >= frame.ts);
      if (!painted || screenMs[index] === undefined) return [];
      return {
        workMs: (keydown.tdur + painted.tts + painted.tdur - frame.tts) / 1000,
        clockMs: (keydown.dur + painted.ts + painted.dur - frame.ts) / 1000,
        screenMs: screenMs[index],
      };
    });
}

function verdict({ p99 }) {
  return `p99 within ${BUDGET_MS} ms: ${p99 <= BUDGET_MS ? 'held' : 'NOT held'}`;
}

function written({ median, p90, p99 }) {
  return `median ${ms(median)}  p90 ${ms(p90)}  p99 ${ms(p99)}`;
}

/** Returns the caret's position in the text. */
async function caretPosition(page) {
  return page.evaluate(() => {
    const caret = document.querySelector('figure [translate=no]')?.lastElementChild;
    return caret && getComputedStyle(caret).transform;
  });
}
