/**
 * Measures how a first visit begins, on a slow connection (what Lighthouse calls slow 4G) and a CPU slowed down four
 * times: the script that comes before the page is usable, its first and its largest paint, when it can be used, and how
 * much it moves afterwards. Each figure is held against its budget. Script is counted by gzip, which every browser takes;
 * the browser that measures is sent Brotli, as the server would.
 *
 *     VISITS=9 node bench/page-load.mjs [home inicio practice race]
 */
import { CPU_SLOWDOWN, openPage, print, quantiles, withBrowser } from './harness.mjs';
import { gzipBytes } from './site.mjs';

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

/** What must be there before somebody can do what the page is for. */
const PAGES = {
  home: { address: '/', usable: 'main button', scriptKb: 140 },
  inicio: { address: '/', usable: 'main button', scriptKb: 140, locale: 'es' },
  practice: { address: '/singleplayer/', usable: 'main figure [role="img"]', scriptKb: 170 },
  race: { address: '/multiplayer/BENCH/', usable: 'main figure [role="img"]', scriptKb: 170 },
};

/** One visit says little: each figure is the median of these. */
const VISITS = Number(process.env.VISITS ?? 9);

/** Web Vitals' good values for shifts and the first paint, Lighthouse's for the time until a page can be used, and ours. */
const BUDGET = { firstPaintMs: 1800, largestPaintMs: 2000, usableMs: 3800, shift: 0.1 };

/** How long the page is watched after it can be used, in milliseconds. */
const WATCH_MS = 3000;

const wanted = process.argv.slice(2);
await withBrowser({}, async (browser, site) => {
  for (const [name, page] of Object.entries(PAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const visits = [];
    for (let n = 0; n < VISITS; n += 1) visits.push(await visit(browser, site, page));
    report(name, page, medians(visits));
  }
});

async function visit(browser, site, { address, usable, locale }) {
  const { context, page } = await openPage(browser, site, locale);
  await page.addInitScript(observe);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const scripts = [];
  page.on('requestfinished', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(usable).first().waitFor();
  const usableMs = await page.evaluate(() => performance.now());
  const scriptBytes = await Promise.all([...scripts].map(gzipBytes));
  await page.waitForTimeout(WATCH_MS);
  const seen = await page.evaluate(() => window.seen);
  await context.close();
  return { ...seen, usableMs, scriptKb: scriptBytes.reduce((sum, bytes) => sum + bytes, 0) / 1000 };
}

/** The median of each figure. */
function medians(visits) {
  const figures = Object.keys(visits[0]);
  return Object.fromEntries(figures.map((figure) => [figure, quantiles(visits.map((seen) => seen[figure])).median]));
}

/** Runs in the page, before its own scripts. */
function observe() {
  window.seen = { firstPaintMs: Number.NaN, largestPaintMs: Number.NaN, shift: 0 };
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') window.seen.firstPaintMs = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    window.seen.largestPaintMs = startTime;
  });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) window.seen.shift += value;
  });
}

function report(name, { scriptKb }, seen) {
  const line = (what, value, most, unit, digits = 0) =>
    print(
      `${name.padEnd(9)} ${what.padEnd(24)} ${value.toFixed(digits).padStart(7)} ${unit}` +
        `  (at most ${most}: ${value <= most ? 'held' : 'NOT held'})`,
    );
  line('script before usable', seen.scriptKb, scriptKb, 'kB', 1);
  line('first contentful paint', seen.firstPaintMs, BUDGET.firstPaintMs, 'ms');
  line('largest contentful paint', seen.largestPaintMs, BUDGET.largestPaintMs, 'ms');
  line('usable', seen.usableMs, BUDGET.usableMs, 'ms');
  line('layout shift', seen.shift, BUDGET.shift, '', 3);
}
