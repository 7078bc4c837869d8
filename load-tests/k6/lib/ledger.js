/**
 * The updates of one room: those sent, those that each of the other racers heard, and the time in between.
 *
 * An update has a name and a percent, but no number. So the ledger looks for each update that a racer hears among those that
 * the other racer sent and that are still due, from the oldest on; among those that need not come, from the newest on. It passes
 * over updates that are missing; if one of them comes later, it is out of order.
 */

/** The longest time from sending an update until a racer who is back may still hear it, in milliseconds. */
const LATE_MS = 5000;

/** The states of an update, for one listener. This one must still be heard. */
const DUE = 0;
/** May be heard, but need not: it was on its way when a connection broke, or the `state` of a return includes it. */
const OPTIONAL = 1;
const HEARD = 2;
/** Never reached the server. */
const GONE = 3;

export class Ledger {
  /** The updates that each racer sent, and when, by name. */
  #sent = new Map();
  /** The updates that each connected listener heard, by the name of the listener and that of the racer. */
  #listeners = new Map();
  #expected = 0;
  #lost = 0;
  #outOfOrder = 0;
  #strange = 0;

  constructor(names) {
    for (const name of names) this.#sent.set(name, []);
  }

  /**
   * Records that `racer` sends an update at `at`. All connected racers must hear it. An update that repeats the last one counts
   * as the same: after a failure the server may know it from elsewhere, and then announces it once.
   */
  send(racer, completed, at) {
    const updates = this.#sent.get(racer);
    const isRepeated = updates.at(-1)?.completed === completed;
    if (isRepeated) updates.pop();
    const index = updates.push({ completed, at }) - 1;
    for (const [name, hears] of this.#listeners) {
      if (name === racer) continue;
      const { first, fates } = hears.get(racer);
      if (index >= first && fates[index - first] !== HEARD) fates[index - first] = DUE;
    }
  }

  /**
   * Records that `listener` hears an update of `racer` at `at`. Returns the milliseconds since it was sent; undefined if
   * nobody sent it.
   */
  hear(listener, racer, completed, at) {
    const heard = this.#listeners.get(listener)?.get(racer);
    const updates = this.#sent.get(racer);
    if (!heard) {
      this.#strange++;
      return undefined;
    }
    const isIt = (index) => updates[heard.first + index].completed === completed && heard.fates[index] < HEARD;
    const { fates } = heard;
    let index = -1;
    for (let later = heard.next; later < fates.length; later++) {
      if (!isIt(later)) continue;
      if (index === -1 || fates[later] === OPTIONAL) index = later;
      if (fates[later] === DUE) break;
    }
    if (index !== -1) {
      heard.next = index + 1;
    } else {
      index = fates.findIndex((_, earlier) => earlier < heard.next && isIt(earlier));
      if (index === -1) {
        // The `state` of a return may have included an earlier update of the same percent.
        const isLate = updates
          .slice(0, heard.first)
          .some((update) => update.completed === completed && at - update.at < LATE_MS);
        if (!isLate) this.#strange++;
        return undefined;
      }
      if (fates[index] === DUE) this.#outOfOrder++;
    }
    fates[index] = HEARD;
    return at - updates[heard.first + index].at;
  }

  /** Records that `listener` is in the room from now on and received `progress`, the percent of each racer by name. */
  join(listener, progress) {
    this.leave(listener);
    const heard = new Map();
    for (const [racer, updates] of this.#sent) {
      if (racer === listener) continue;
      // It includes their updates up to one of this percent. Later ones may still come.
      const first = 1 + updates.findLastIndex(({ completed }) => completed === progress.get(racer));
      heard.set(racer, { first, next: 0, fates: updates.slice(first).map(() => OPTIONAL) });
    }
    this.#listeners.set(listener, heard);
    this.#forget(listener, progress.get(listener));
  }

  /** Records that `listener` is disconnected from now on: updates that are on their way need not arrive. */
  leave(listener) {
    for (const heard of this.#listeners.get(listener)?.values() ?? []) {
      this.#forgive(heard, heard.next);
      this.#settle(heard);
    }
    this.#listeners.delete(listener);
  }

  /** Records that the connection of `racer` broke: updates that nobody has heard yet may not have reached the server. */
  breakOff(racer) {
    for (const [listener, hears] of this.#listeners) if (listener !== racer) this.#forgive(hears.get(racer), 0);
  }

  /**
   * Returns the numbers of updates that should have been heard and that went wrong, and those that were `missed` at the end.
   * The ledger expects no updates afterwards.
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

  /** The number of updates that are still to be heard. */
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

  /** Records that `racer` is back and the server knows of `completed`: later updates were lost with their connection. */
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
