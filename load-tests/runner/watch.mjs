/** CPU and memory of a site and of its generator while a script runs. */

import { usage } from './processes.mjs';

/** The time between two measurements, and the length of the busiest time, in seconds. */
const LOOK_S = 1;
const BUSY_S = 10;

/** Measures the processes of a site and k6 at regular intervals. */
export class Watch {
  #server;
  #k6;
  #looks = [];
  #timer;

  constructor({ processes }, k6) {
    this.#server = [...processes].filter(([name]) => /^(colibri|api|engine)/.test(name)).map(([, { pid }]) => pid);
    this.#k6 = k6;
    this.#look();
    this.#timer = setInterval(() => this.#look(), LOOK_S * 1000);
  }

  #look() {
    const server = this.#server.map(usage);
    const sum = (of) => server.map(of).reduce((one, other) => one + other, 0);
    this.#looks.push({
      at: Date.now(),
      server: { cpu: sum(({ cpu }) => cpu), memory: sum(({ memory }) => memory) },
      generator: usage(this.#k6),
    });
  }

  /** Returns the cores in use in the busiest seconds, and the site's peak memory in MiB. */
  end() {
    clearInterval(this.#timer);
    const step = Math.round(BUSY_S / LOOK_S);
    const windows = this.#looks.slice(step).map((look, index) => [this.#looks[index], look]);
    const used = ([from, to]) => to.server.cpu - from.server.cpu;
    const [from, to] = windows.toSorted((one, other) => used(other) - used(one))[0] ?? [
      this.#looks[0],
      this.#looks.at(-1),
    ];
    const cores = (group) => ((to[group].cpu - from[group].cpu) / (to.at - from.at)) * 1000;
    return {
      cpu: { server: cores('server'), generator: cores('generator') },
      memory: Math.round(Math.max(...this.#looks.map(({ server }) => server.memory)) / 2 ** 20),
    };
  }
}
