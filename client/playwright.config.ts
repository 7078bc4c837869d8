import { fileURLToPath } from 'node:url';

import { defineConfig, type PlaywrightTestProject } from '@playwright/test';

/** The journeys of `make test`: one through each part of the site, in the time that a push can wait. */
const BEFORE_A_PUSH = [
  'assets',
  'composition',
  'home',
  'keyboard-only',
  'leaderboard',
  'navigation',
  'official-client',
  'password-managers',
  'practice',
  'reload-and-rematch',
  'signup',
  'socket-protocol',
  'two-racers-finish',
  'typing-comfort',
  'verified-by-mail',
].map(specOf);

/** The journeys that also run in Firefox: those in which engines differ, and one through each kind of screen. */
const IN_FIREFOX = [
  'admin',
  'country',
  'ghosts',
  'history',
  'keyboard-only',
  'keys',
  'navigation',
  'offline-practice',
  'official-client',
  'pages',
  'palette',
  'practice',
  'practice-modes',
  'profile',
  'purchase',
  'return-in-browser',
  'settings',
  'signup',
  'text-language',
  'text-layout',
  'theme',
  'two-racers-finish',
  'typing-comfort',
  'typing-surface',
  'unsaved-practice',
  'verified-by-mail',
].map(specOf);

function specOf(name: string) {
  return `**/${name}.spec.ts`;
}

const CHROMIUM: PlaywrightTestProject = {
  testIgnore: ['webkit/**', 'x11/**'],
  use: {
    browserName: 'chromium',
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
};

/**
 * The browser tests, one journey per file, with a real server and a real database: in Chromium's headless shell if it
 * is installed, else in Chromium, which has the same engine. `make test` runs some of them, `make test
 * JOURNEYS=all` all, and `make test-all` the journeys that matter in Firefox and WebKit, too, and races typed by real key
 * events in Chromium with a window.
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
  use: { locale: 'en-US', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  projects: [
    { ...CHROMIUM, name: 'chromium' },
    { ...CHROMIUM, name: 'before-a-push', testMatch: BEFORE_A_PUSH },
    {
      name: 'firefox',
      testMatch: IN_FIREFOX,
      testIgnore: ['webkit/**', 'x11/**'],
      // Debian's Firefox cannot emulate the system's colors and motion, permissions, touch, full storage, the network of
      // a worker, or a key that waits for the page; and the colors of every theme are the same in every engine.
      grepInvert:
        /the system|reduced motion|shared in full|by tapping|a busy page|a portal|without space|theme is readable/,
      workers: 1,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: fileURLToPath(new URL('e2e/firefox/firefox.mjs', import.meta.url)) },
      },
    },
    { name: 'webkit', testDir: 'e2e/webkit', workers: 1 },
    { name: 'x11', testDir: 'e2e/x11', workers: 1 },
  ],
});
