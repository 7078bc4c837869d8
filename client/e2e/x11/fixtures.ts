import { test as base } from '../fixtures';
import { type Fcitx, X11 } from '../X11';

interface WorkerFixtures {
  /** The input method through which keys pass; null for GTK's own dead keys. */
  inputMethod: Fcitx | null;
  x11: X11;
}

/** Visitors in Chromium with a window, on a screen whose keyboard the test has. */
export const test = base.extend<object, WorkerFixtures>({
  inputMethod: [null, { option: true, scope: 'worker' }],
  x11: [
    async ({ inputMethod }, use) => {
      const x11 = await X11.start();
      if (inputMethod === null) x11.env.GTK_IM_MODULE = 'gtk-im-context-simple';
      else await x11.startFcitx(inputMethod);
      await use(x11);
      await x11.stop();
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ x11, playwright }, use) => {
      const browser = await playwright.chromium.launch({
        executablePath: process.env.COLIBRI_CHROMIUM,
        headless: false,
        args: ['--no-sandbox', '--disable-gpu', '--ozone-platform=x11', '--no-first-run'],
        env: Object.fromEntries(Object.entries(x11.env).flatMap(([name, value]) => (value ? [[name, value]] : []))),
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
