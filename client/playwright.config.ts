import { defineConfig } from '@playwright/test';

/** The browser tests: real Chromium, real server, real database, one journey per file. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // A journey waits for countdowns and types whole texts.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each has a server and a browser of its own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    colorScheme: 'light',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      // Where there is one: a Chromium without the windows that nobody sees takes half the time.
      executablePath: process.env.COLIBRI_HEADLESS_SHELL || process.env.COLIBRI_CHROMIUM,
      args: [
        '--no-sandbox',
        // There is none, and its stand-in takes twice the time.
        '--disable-gpu',
        // The headless shell would make each letter as wide as whole pixels.
        '--font-render-hinting=none',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Two racers are two windows, and only one can be in front.
        '--disable-renderer-backgrounding',
        '--disable-background-timer-throttling',
        '--disable-backgrounding-occluded-windows',
      ],
    },
  },
});
