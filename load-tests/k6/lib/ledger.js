/**
 * Updates of one room: which were sent, which of them each of the others heard, and how long that took.
 *
 * An update carries a name and a percent and no number. So the next update that a racer hears of another is looked for among
 * those that the other sent and that are still due, from the oldest on. Those passed over are missing, until they come after
 * all, and are out of order then.
 */

/** How long after they were sent updates still come to a racer who is back, in milliseconds. */
const LATE_MS = 5000;

/** What becomes of an update, for one listener. */
const DUE = 0;
/** May be heard and need not be: it was on its way when a connection broke, or is in the picture that a return gave. */
const OPTIONAL = 1;
const HEARD = 2;
/** Never reached the server. */
const GONE = 3;

export class Ledger {
  /** Of each racer, by name: what they sent, and when. */
  #sent = new Map();
  /** Of each listener who is connected, by name, and each racer, by name: what they heard of it. */
  #listeners = new Map();
  #expected = 0;
  #lost = 0;
  #outOfOrder = 0;
  #strange = 0;

  constructor(names) {
    for (const name of names) this.#sent.set(name, []);
  }

  /** `racer` sends an update at `at`. Everybody who is connected is to hear it. */
  send(racer, completed, at) {
    const updates = this.#sent.get(racer);
    updates.push({ completed, at });
    for (const [name, heard] of this.#listeners) if (name !== racer) heard.get(racer).fates.push(DUE);
  }

  /** `listener` hears at `at` that `racer` typed. Answers the milliseconds since it was sent; undefined when nobody sent it. */
  hear(listener, racer, completed, at) {
    const heard = this.#listeners.get(listener)?.get(racer);
    const updates = this.#sent.get(racer);
    if (!heard) {
      this.#strange++;
      return undefined;
    }
    const isIt = (index) => updates[heard.first + index].completed === completed && heard.fates[index] < HEARD;
    let index = heard.next;
    while (index < heard.fates.length && !isIt(index)) index++;
    if (index < heard.fates.length) {
      heard.next = index + 1;
    } else {
      index = heard.fates.findIndex((_, earlier) => earlier < heard.next && isIt(earlier));
      if (index === -1) {
        // The picture of a return may have shown an earlier update of the same percent.
        const isLate = updates
          .slice(0, heard.first)
          .some((update) => update.completed === completed && at - update.at < LATE_MS);
        if (!isLate) this.#strange++;
        return undefined;
      }
      if (heard.fates[index] === DUE) this.#outOfOrder++;
    }
    heard.fates[index] = HEARD;
    return at - updates[heard.first + index].at;
  }

  /** `listener` is in the room from now on, and was shown how far the others are: `progress` by name. */
  join(listener, progress) {
    this.leave(listener);
    const heard = new Map();
    for (const [racer, updates] of this.#sent) {
      if (racer === listener) continue;
      // The picture shows their updates up to one of this percent. Later ones may still come.
      const first = 1 + updates.findLastIndex(({ completed }) => completed === progress.get(racer));
      heard.set(racer, { first, next: 0, fates: updates.slice(first).map(() => OPTIONAL) });
    }
    this.#listeners.set(listener, heard);
    this.#forget(listener, progress.get(listener));
  }

  /** `listener` is away from now on: what is on its way to them need not arrive. */
  leave(listener) {
    for (const heard of this.#listeners.get(listener)?.values() ?? []) {
      this.#forgive(heard, heard.next);
      this.#settle(heard);
    }
    this.#listeners.delete(listener);
  }

  /** The connection of `racer` broke: what nobody heard yet may not have arrived. */
  breakOff(racer) {
    for (const [listener, hears] of this.#listeners) if (listener !== racer) this.#forgive(hears.get(racer), 0);
  }

  /**
   * Answers how many updates should have been heard, what went wrong with how many, and which were `missed` at the end. Nothing
   * is expected afterwards.
   */
  close() {
    const missed = [];
    for (const [listener, hears] of this.#listeners)
      for (const [racer, heard] of hears) {
        this.#settle(heard);
        heard.fates.forEach((fate, index) => {
          if (fate === DUE) missed.push({ listener, racer, ...this.#sent.get(racer)[heard.first + index] });
        });
      }
    this.#listeners.clear();
    const counts = { expected: this.#expected, lost: this.#lost, outOfOrder: this.#outOfOrder, strange: this.#strange };
    return { counts, missed };
  }

  /** How many updates are still to be heard. */
  get nDue() {
    let due = 0;
    for (const hears of this.#listeners.values())
      for (const { fates } of hears.values()) for (const fate of fates) if (fate === DUE) due++;
    return due;
  }

  #settle({ fates }) {
    for (const fate of fates) {
      if (fate === DUE || fate === HEARD) this.#expected++;
      if (fate === DUE) this.#lost++;
    }
  }

  #forgive({ fates }, from) {
    for (let index = from; index < fates.length; index++) if (fates[index] === DUE) fates[index] = OPTIONAL;
  }

  /** `racer` is back, and the server knows of `completed`: what they sent after that was lost with their connection. */
  #forget(racer, completed) {
    const known = this.#sent.get(racer).findLastIndex((update) => update.completed === completed);
    for (const [listener, hears] of this.#listeners) {
      if (listener === racer) continue;
      const { first, fates } = hears.get(racer);
      for (let index = Math.max(known + 1 - first, 0); index < fates.length; index++)
        if (fates[index] < HEARD) fates[index] = GONE;
    }
  }
}
