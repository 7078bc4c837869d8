/**
 * Measures first visits on a slow connection (Lighthouse's slow 4G) and a CPU slowed down four times: the script loaded
 * until the page is usable, its first and largest paint, the time until it is usable, and its later layout shift. Compares
 * the median of nine visits with its budget, and prints their minimum and maximum after it. Script is counted in gzip,
 * which every browser accepts; the measuring browser gets Brotli, as from the server.
 *
 *     node bench/page-load.mjs [home inicio practice race]
 */
import { CPU_SLOWDOWN, openPage, print, quantiles, withBrowser } from './harness.mjs';
import { gzipBytes } from './site.mjs';

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
};

/** The pages, each with the element that makes it usable, and its budget of scripts. */
const PAGES = {
  home: { address: '/', usable: 'main button', scriptKb: 155 },
  inicio: { address: '/', usable: 'main button', scriptKb: 155, locale: 'es' },
  practice: { address: '/singleplayer/', usable: 'main figure [translate=no] div', scriptKb: 170 },
  race: { address: '/multiplayer/BENCH/', usable: 'main figure [translate=no] div', scriptKb: 185 },
};

/** The number of visits to each page: a single one means little on a busy machine. */
const VISITS = 9;

/**
 * Web Vitals' good values for the first paint and for shifts, Lighthouse's for the time until a page can be used, and
 * for the largest paint half a second less than Web Vitals calls good.
 */
const BUDGET = { firstPaintMs: 1800, largestPaintMs: 2000, usableMs: 3800, shift: 0.1 };

/** The time for which a usable page is watched, in milliseconds. */
const WATCH_MS = 3000;

const wanted = process.argv.slice(2);
await withBrowser({}, async (browser, site) => {
  for (const [name, page] of Object.entries(PAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const visits = [];
    while (visits.length < VISITS) visits.push(await visit(browser, site, page));
    report(name, page, visits);
  }
});

async function visit(browser, site, { address, usable, locale = 'en' }) {
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
  const seen = await page.evaluate(() => Reflect.get(window, 'seen'));
  await context.close();
  return { ...seen, usableMs, scriptKb: scriptBytes.reduce((sum, bytes) => sum + bytes, 0) / 1000 };
}

/** Runs in the page, before its own scripts. */
function observe() {
  const seen = { firstPaintMs: Number.NaN, largestPaintMs: Number.NaN, shift: 0 };
  Reflect.set(window, 'seen', seen);
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaintMs = startTime;
  });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaintMs = startTime;
  });
  watch('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
}

function report(name, { scriptKb }, visits) {
  print(`${name}: median of ${visits.length} visits`);
  const line = (what, figure, most, unit, digits = 0) => {
    const values = visits.map((visit) => visit[figure]);
    const { median } = quantiles(values);
    const isHeld = median <= most;
    if (!isHeld) process.exitCode = 1;
    const written = (value) => value.toFixed(digits);
    print(
      `  ${what.padEnd(24)} ${written(median).padStart(7)} ${unit.padEnd(2)}` +
        `  (${written(Math.min(...values))} to ${written(Math.max(...values))};` +
        ` at most ${most}: ${isHeld ? 'held' : 'NOT held'})`,
    );
  };
  line('script before usable', 'scriptKb', scriptKb, 'kB', 1);
  line('first contentful paint', 'firstPaintMs', BUDGET.firstPaintMs, 'ms');
  line('largest contentful paint', 'largestPaintMs', BUDGET.largestPaintMs, 'ms');
  line('usable', 'usableMs', BUDGET.usableMs, 'ms');
  line('layout shift', 'shift', BUDGET.shift, '', 3);
}
