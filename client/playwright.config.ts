import { defineConfig } from '@playwright/test';

/**
 * The browser tests, one journey per file, with a real server and a real database: in Chromium's headless shell if it
 * is installed, else in Chromium, which has the same engine.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Journeys wait for countdowns and type whole texts.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each worker has a browser, and a server that files with the same settings share.
  workers: 3,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      // The headless shell takes half of Chromium's time.
      executablePath: process.env.COLIBRI_HEADLESS_SHELL || process.env.COLIBRI_CHROMIUM,
      args: [
        '--no-sandbox',
        // There is no GPU, and its emulation takes twice the time.
        '--disable-gpu',
        // Otherwise the headless shell rounds the width of letters to whole pixels.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Two racers have two windows, of which only one is in the foreground.
        '--disable-renderer-backgrounding',
        '--disable-background-timer-throttling',
        '--disable-backgrounding-occluded-windows',
      ],
    },
  },
});
