/** CPU and memory of a site and of its generator while a script runs. */

import { add, usage } from './processes.mjs';

/** The time between two measurements, and the length of the busiest time, in seconds. */
const LOOK_S = 1;
const BUSY_S = 10;

/** Measures the processes of a site and k6 at regular intervals. */
export class Watch {
  #groups;
  #looks = [];
  #timer;

  constructor({ processes }, k6) {
    const own = [...processes].filter(([name]) => /^(colibri|api|engine)/.test(name)).map(([, { pid }]) => pid);
    const others = [...processes].filter(([name]) => /^(nats|haproxy)/.test(name)).map(([, { pid }]) => pid);
    this.#groups = { own, others, k6: [k6] };
    this.#look();
    this.#timer = setInterval(() => this.#look(), LOOK_S * 1000);
  }

  #look() {
    const seen = usage();
    const sum = (pids, of) => pids.map(of).reduce(add, { cpu: 0, memory: 0 });
    const { own, others, k6 } = this.#groups;
    this.#looks.push({
      at: Date.now(),
      server: sum(own, seen.own),
      database: sum(own, seen.children),
      others: sum(others, seen.all),
      generator: sum(k6, seen.own),
    });
  }

  /** Returns the cores in use in the busiest seconds, the peak memory in MiB, and the server's memory over time. */
  end() {
    clearInterval(this.#timer);
    const groups = ['server', 'database', 'others', 'generator'];
    const step = Math.round(BUSY_S / LOOK_S);
    const windows = this.#looks.slice(step).map((look, index) => [this.#looks[index], look]);
    const busiest = windows.toSorted(
      ([a, b], [c, d]) => d.server.cpu - c.server.cpu - (b.server.cpu - a.server.cpu),
    )[0];
    const [from, to] = busiest ?? [this.#looks[0], this.#looks.at(-1)];
    const seconds = (to.at - from.at) / 1000;
    const mebibytes = (bytes) => Math.round(bytes / 2 ** 20);
    return {
      cpu: Object.fromEntries(groups.map((group) => [group, (to[group].cpu - from[group].cpu) / seconds])),
      memory: Object.fromEntries(
        groups.map((group) => [group, mebibytes(Math.max(...this.#looks.map((look) => look[group].memory)))]),
      ),
      memoryByTime: this.#looks
        .filter((_, index) => index % Math.ceil(this.#looks.length / 120) === 0)
        .map(({ at, server }) => [Math.round((at - this.#looks[0].at) / 1000), server.memory / 2 ** 20]),
    };
  }
}
