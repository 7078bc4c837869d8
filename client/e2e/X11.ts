import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** A key of the keyboard by its name in X11, and the milliseconds until the next one. */
export interface Press {
  key: string;
  ms: number;
}

/** One of the engines of Fcitx, and the layout of the keyboard behind it. */
export interface Fcitx {
  engine: string;
  layout: string;
}

/** The answer of `fcitx5-remote` while the window with the keyboard has an input method. */
const ACTIVE = '2';

/** An X11 screen that nobody sees, with its keyboard. Programs with its `env` show their windows on it. */
export class X11 {
  readonly env: NodeJS.ProcessEnv;
  readonly #processes: ChildProcess[];
  #dir: string | undefined;
  #hasFcitx = false;

  private constructor(display: string, screen: ChildProcess) {
    this.env = { ...process.env, DISPLAY: display };
    this.#processes = [screen];
  }

  static async start(): Promise<X11> {
    // Without -noreset, the layout of the keyboard would go with the first program that ends.
    const words = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-noreset'];
    const screen = spawn('Xvfb', words, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    return new X11(`:${await firstLine(screen.stdio[3] as Readable)}`, screen);
  }

  /** Starts the input method Fcitx for the programs that start from now on. */
  async startFcitx({ engine, layout }: Fcitx): Promise<void> {
    const bus = this.#start('dbus-daemon', ['--session', '--nofork', '--print-address']);
    this.#dir = await mkdtemp('/tmp/colibri-fcitx-');
    Object.assign(this.env, {
      GTK_IM_MODULE: 'fcitx',
      DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdout as Readable),
      XDG_CONFIG_HOME: this.#dir,
    });
    const config = join(this.#dir, 'fcitx5');
    await mkdir(config);
    await writeFile(join(config, 'config'), '[Behavior]\nActiveByDefault=True\n');
    await writeFile(
      join(config, 'profile'),
      `[Groups/0]
Name=Default
Default Layout=${layout}
DefaultIM=${engine}

[Groups/0/Items/0]
Name=keyboard-${layout}

[Groups/0/Items/1]
Name=${engine}

[GroupOrder]
0=Default
`,
    );
    this.#start('fcitx5', ['--disable', 'wayland,waylandim']);
    // It answers on its bus when it is ready.
    await this.#untilFcitx(() => true);
    this.#hasFcitx = true;
  }

  /** Gives the keyboard a layout, by its name in X11 and the options of setxkbmap. */
  async setLayout(layout: string, ...options: string[]): Promise<void> {
    await this.run('setxkbmap', layout, ...options);
  }

  /** Presses keys of the keyboard: unlike a driver's, they pass through dead keys and input methods. */
  async press(...presses: readonly Press[]): Promise<void> {
    // No window manager gives the window the keyboard.
    const focused = ['search', '--onlyvisible', '--name', '.', 'windowfocus'];
    if (this.#hasFcitx) {
      await this.run('xdotool', ...focused);
      // On a busy machine, the input method hears of the window later than the first keys would come.
      await this.#untilFcitx((state) => state === ACTIVE);
    }
    await this.run('xdotool', ...focused, ...presses.flatMap(({ key, ms }) => ['key', '--delay', `${ms}`, key]));
  }

  /** Runs a program to its end, and returns what it prints. */
  async run(program: string, ...words: string[]): Promise<string> {
    return (await promisify(execFile)(program, words, { env: this.env })).stdout.trim();
  }

  async stop(): Promise<void> {
    for (const each of this.#processes.toReversed()) {
      const gone = once(each, 'exit');
      if (each.kill()) await gone;
    }
    if (this.#dir !== undefined) await rm(this.#dir, { recursive: true, force: true });
  }

  /** Waits until the input method answers with a state that is wanted. */
  async #untilFcitx(isWanted: (state: string) => boolean): Promise<void> {
    for (;;) {
      const state = await this.run('fcitx5-remote').catch(() => null);
      if (state !== null && isWanted(state)) return;
      await new Promise((later) => setTimeout(later, 100));
    }
  }

  #start(program: string, words: string[]): ChildProcess {
    const started = spawn(program, words, { env: this.env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.#processes.push(started);
    return started;
  }
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line;
  throw new Error('it ended without a line');
}
