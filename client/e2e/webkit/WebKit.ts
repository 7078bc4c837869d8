import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver';

import { byHandMs, FAST_MS } from '../race';
import { X11 } from '../X11';

/** Debian's path of WebKitGTK's own browser, which is not on PATH. */
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** The longest wait for something to appear, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * A visitor in Debian's WebKitGTK, driven by WebDriver on a screen of its own, so that each visitor's window has the
 * keyboard. Debian has no WebKit that Playwright could drive.
 */
export class WebKit {
  /** Errors in the console. */
  readonly troubles: string[] = [];

  private constructor(
    readonly driver: WebDriver,
    private readonly site: string,
    private readonly x11: X11,
    private readonly service: ChildProcess,
  ) {}

  /** Opens the `site` for someone who has accepted the cookie notice, and who is logged in if there is a `token`. */
  static async open(site: string, token?: string): Promise<WebKit> {
    const x11 = await X11.start();
    const port = await freePort();
    const service = spawn('WebKitWebDriver', [`--port=${port}`], {
      // WebKit takes the visitor's language from the system.
      env: {
        ...x11.env,
        GDK_BACKEND: 'x11',
        LANG: 'en_US.UTF-8',
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const url = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${url}/status`).catch(() => undefined))?.ok)
      await new Promise((done) => setTimeout(done, 50));
    const capabilities = new Capabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: MINI_BROWSER,
        args: ['--automation', '--enable-write-console-messages-to-stdout=true', '--geometry=1280x900'],
      },
    });
    const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
    const visitor = new WebKit(driver, site, x11, service);
    for (const output of [service.stdout, service.stderr])
      createInterface({ input: output }).on('line', (line) => {
        if (/^CONSOLE \S+ ERROR/.test(line)) visitor.troubles.push(line);
      });
    await driver.get(`${site}/imprint`);
    await driver.executeScript(
      `localStorage.setItem('cookies', JSON.stringify({ allow: true, date: new Date().toISOString() }));
       if (arguments[0]) localStorage.setItem('token', arguments[0]);`,
      token ?? null,
    );
    await visitor.goTo('/');
    return visitor;
  }

  /** Opens a screen, and waits for its heading. */
  async goTo(path: string): Promise<void> {
    await this.driver.get(this.site + path);
    await this.find(`//h1[not(starts-with(., 'Loading'))]`);
  }

  /** Waits for the first element, until it is visible. The page may replace it in between. */
  async find(xpath: string): Promise<WebElement> {
    let found: WebElement | undefined;
    const isVisible = async () => {
      [found] = await this.driver.findElements(By.xpath(xpath));
      return (await found?.isDisplayed().catch(() => false)) ?? false;
    };
    await this.driver.wait(isVisible, TIMEOUT_MS, `no visible ${xpath}`);
    if (!found) throw new Error(`no ${xpath}`);
    return found;
  }

  /** Waits for an element with this text, and for nothing more in it. */
  text(text: string): Promise<WebElement> {
    return this.find(`//*[normalize-space()='${text}']`);
  }

  async click(name: string): Promise<void> {
    const enabled = `//button[(normalize-space()='${name}' or @aria-label='${name}') and not(@disabled)]`;
    await (await this.find(enabled)).click();
  }

  async fill(label: string, value: string): Promise<void> {
    const field = await this.find(fieldOf(label));
    await field.clear();
    await field.sendKeys(value);
  }

  /** Chooses a file; the field itself is invisible. */
  async choose(label: string, file: string): Promise<void> {
    await (await this.driver.findElement(By.xpath(fieldOf(label)))).sendKeys(file);
  }

  /** Waits until the text can be typed, and returns it. */
  async textToType(): Promise<string> {
    await this.until(`document.activeElement.id === 'typing-input'`);
    return this.driver.executeScript(`return document.querySelector('figure [translate=no]').textContent`);
  }

  /** Presses keys one after another as a hand does, wherever the focus is. */
  async type(...keys: string[]): Promise<void> {
    const actions = this.driver.actions();
    for (const key of keys.flatMap((some) => [...some])) actions.sendKeys(key).pause(byHandMs(key));
    await actions.perform();
  }

  /**
   * Presses keys of the keyboard, by their names in X11: unlike the driver's keys, they change what the system knows, and
   * dead keys wait for the next one.
   */
  async pressInX11(...keys: string[]): Promise<void> {
    await this.x11.press(...keys.map((key) => ({ key, ms: FAST_MS })));
  }

  /** Gives the keyboard a layout, by its name in X11. */
  async setLayout(layout: string): Promise<void> {
    await this.x11.setLayout(layout);
  }

  /** Waits until `condition`, JavaScript that is evaluated in the page, is true. */
  async until(condition: string): Promise<void> {
    await this.driver.wait(
      () => this.driver.executeScript<boolean>(`return Boolean(${condition})`),
      TIMEOUT_MS,
      condition,
    );
  }

  async close(): Promise<void> {
    await this.driver.quit().catch(() => undefined);
    const gone = once(this.service, 'exit');
    if (this.service.kill()) await gone;
    await this.x11.stop();
  }
}

/** Finds the field with this label. */
const fieldOf = (label: string) =>
  `//input[@id=//label[normalize-space()='${label}']/@for] | //label[normalize-space()='${label}']//input`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
