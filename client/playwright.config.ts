import { defineConfig } from '@playwright/test';

/**
 * The browser tests, one journey per file, with a real server and a real database: in Chromium's headless shell where
 * it is installed, which is the same engine, else in Chromium.
 */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // A journey waits for countdowns and types whole texts.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Each has a browser of its own, and a server that files with the same settings share.
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
      // Without the windows that nobody sees it takes half the time.
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
