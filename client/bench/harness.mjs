/** The shared parts of the measurements: the text, the browser, the visitor, and the format of figures. */
import { chromium } from '@playwright/test';
import { openSite } from './site.mjs';

/** The length of the text: CHARACTERS, by default that of the longest text. */
export const CHARACTERS = Number(process.env.CHARACTERS ?? 600);
/**
 * The factor by which the CPU is slowed down, about to that of an older laptop: CPU_SLOWDOWN, less than the default on a
 * machine on which the bare page takes longer than in the README.
 */
export const CPU_SLOWDOWN = Number(process.env.CPU_SLOWDOWN ?? 4);

const SENTENCE = 'the quick hummingbird hovers over a bright flower and ';
export const text = SENTENCE.repeat(CHARACTERS / SENTENCE.length + 1).slice(0, CHARACTERS);

/** Serves the site, starts the browser, and closes both after `measure`. */
export async function withBrowser({ bare = '' }, measure) {
  const site = await openSite({ text, bare });
  const browser = await chromium.launch({ executablePath: process.env.COLIBRI_CHROMIUM, args: ['--no-sandbox'] });
  try {
    await measure(browser, site);
  } finally {
    await browser.close();
    site.close();
  }
}

/** Opens a page of a logged-in visitor with consent to cookies and these settings, in a browser with this `locale`. */
export async function openPage(browser, site, locale = 'en', settings = {}) {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 800 }, locale });
  const page = await context.newPage();
  await page.addInitScript((chosen) => {
    localStorage.setItem('settings', JSON.stringify(chosen));
    localStorage.setItem('cookies', JSON.stringify({ allow: true, date: new Date().toISOString() }));
    localStorage.setItem('token', 'bench');
  }, settings);
  return { context, page };
}

export function quantiles(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p90: at(0.9), p99: at(0.99) };
}

export function ms(number) {
  return `${number.toFixed(1).padStart(5)} ms`;
}

export function print(line) {
  process.stdout.write(`${line}\n`);
}
