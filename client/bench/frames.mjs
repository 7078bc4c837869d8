/**
 * Counts the frames of a race in Chromium's own trace while four of its five lanes glide without typing, at a CPU slowed
 * down four times: the drawn frames, and the late ones.
 *
 *     node bench/frames.mjs
 */
import { CPU_SLOWDOWN, openPage, print, withBrowser } from './harness.mjs';

const SECONDS = 10;
const SETTLE_MS = 1500;
/** The largest share of late frames, in percent, at which the race still counts as sixty frames a second. */
const LATE_PERCENT = 1;

await withBrowser({}, async (browser, site) => {
  const { context, page } = await openPage(browser, site);
  await page.goto('/multiplayer/BENCH/');
  await page.waitForTimeout(SETTLE_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await browser.startTracing(page, {
    categories: ['-*', 'disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'],
  });
  await page.waitForTimeout(SECONDS * 1000);
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const events = trace.traceEvents ?? trace;
  const count = (name) => events.filter((event) => event.name === name).length;
  const [drawn, late] = [count('DrawFrame'), count('DroppedFrame')];
  const share = (late / (drawn + late)) * 100;
  print(
    `race      ${(drawn / SECONDS).toFixed(1)} frames a second drawn, ${late} of ${drawn + late} too late` +
      `  (${share.toFixed(1)} %; at most ${LATE_PERCENT} %: ${share <= LATE_PERCENT ? 'held' : 'NOT held'})`,
  );
  await context.close();
});
