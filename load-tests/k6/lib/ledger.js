/**
 * The updates of one room: those sent, those that each other racer received, and the time in between.
 *
 * An update has a name and a percent, but no number. So the ledger searches for each received update among the sender's
 * updates that are still due, the oldest first, and then among the optional ones, the newest first. It skips missing
 * updates; one that arrives later is out of order.
 */

/** The longest time after which a racer who reconnected may still receive an update, in milliseconds. */
const LATE_MS = 5000;

/** The states of an update, for one listener. DUE must still be received. */
const DUE = 0;
/** May be received: it was in flight when a connection was lost, or the `state` of a return includes it. */
const OPTIONAL = 1;
const RECEIVED = 2;
/** Never reached the server. */
const GONE = 3;

export class Ledger {
  /** The updates that each racer sent, with their times, by name. */
  #sent = new Map();
  /** The updates that each connected listener received, by the names of the listener and of the racer. */
  #listeners = new Map();
  #expected = 0;
  #lost = 0;
  #outOfOrder = 0;
  #strange = 0;

  constructor(names) {
    for (const name of names) this.#sent.set(name, []);
  }

  /**
   * Records that `racer` sends an update at `at`, which all connected racers must receive. A repetition of the last
   * update counts as the same one, since after a failure the server may already have it and announces it only once.
   */
  send(racer, completed, at) {
    const updates = this.#sent.get(racer);
    const isRepeated = updates.at(-1)?.completed === completed;
    if (isRepeated) updates.pop();
    const index = updates.push({ completed, at }) - 1;
    for (const [name, byRacer] of this.#listeners) {
      if (name === racer) continue;
      const { first, fates } = byRacer.get(racer);
      if (index >= first && fates[index - first] !== RECEIVED) fates[index - first] = DUE;
    }
  }

  /**
   * Records that `listener` receives an update of `racer` at `at`. Returns the milliseconds since it was sent;
   * undefined if it was never sent.
   */
  receive(listener, racer, completed, at) {
    const received = this.#listeners.get(listener)?.get(racer);
    const updates = this.#sent.get(racer);
    if (!received) {
      this.#strange++;
      return undefined;
    }
    const isIt = (index) => updates[received.first + index].completed === completed && received.fates[index] < RECEIVED;
    const { fates } = received;
    let index = -1;
    for (let later = received.next; later < fates.length; later++) {
      if (!isIt(later)) continue;
      if (index === -1 || fates[later] === OPTIONAL) index = later;
      if (fates[later] === DUE) break;
    }
    if (index !== -1) {
      received.next = index + 1;
    } else {
      index = fates.findIndex((_, earlier) => earlier < received.next && isIt(earlier));
      if (index === -1) {
        // The `state` of a return may have included an earlier update of the same percent.
        const isLate = updates
          .slice(0, received.first)
          .some((update) => update.completed === completed && at - update.at < LATE_MS);
        if (!isLate) this.#strange++;
        return undefined;
      }
      if (fates[index] === DUE) this.#outOfOrder++;
    }
    fates[index] = RECEIVED;
    return at - updates[received.first + index].at;
  }

  /** Records that `listener` joins and receives `progress`, the percent of each racer by name. */
  join(listener, progress) {
    this.leave(listener);
    const received = new Map();
    for (const [racer, updates] of this.#sent) {
      if (racer === listener) continue;
      // It includes their updates up to one of this percent. Later ones may still arrive.
      const first = 1 + updates.findLastIndex(({ completed }) => completed === progress.get(racer));
      received.set(racer, { first, next: 0, fates: updates.slice(first).map(() => OPTIONAL) });
    }
    this.#listeners.set(listener, received);
    this.#forget(listener, progress.get(listener));
  }

  /** Records that `listener` is disconnected: updates in flight need not arrive. */
  leave(listener) {
    for (const received of this.#listeners.get(listener)?.values() ?? []) {
      this.#forgive(received, received.next);
      this.#settle(received);
    }
    this.#listeners.delete(listener);
  }

  /** Records that `racer` lost their connection: updates that no one has received may not have reached the server. */
  disconnect(racer) {
    for (const [listener, byRacer] of this.#listeners) if (listener !== racer) this.#forgive(byRacer.get(racer), 0);
  }

  /**
   * Returns the counts of expected and of wrong updates, and the updates that are still `missed`. The ledger expects no
   * more updates.
   */
  close() {
    const missed = [];
    for (const [listener, byRacer] of this.#listeners)
      for (const [racer, received] of byRacer) {
        this.#settle(received);
        received.fates.forEach((fate, index) => {
          if (fate === DUE) missed.push({ listener, racer, ...this.#sent.get(racer)[received.first + index] });
        });
      }
    this.#listeners.clear();
    const counts = { expected: this.#expected, lost: this.#lost, outOfOrder: this.#outOfOrder, strange: this.#strange };
    return { counts, missed };
  }

  /** The number of updates that must still be received. */
  get nDue() {
    let due = 0;
    for (const byRacer of this.#listeners.values())
      for (const { fates } of byRacer.values()) for (const fate of fates) if (fate === DUE) due++;
    return due;
  }

  #settle({ fates }) {
    for (const fate of fates) {
      if (fate === DUE || fate === RECEIVED) this.#expected++;
      if (fate === DUE) this.#lost++;
    }
  }

  #forgive({ fates }, from) {
    for (let index = from; index < fates.length; index++) if (fates[index] === DUE) fates[index] = OPTIONAL;
  }

  /**
   * Records that `racer` has reconnected and the server has `completed`: later updates were lost with the connection.
   */
  #forget(racer, completed) {
    const known = this.#sent.get(racer).findLastIndex((update) => update.completed === completed);
    for (const [listener, byRacer] of this.#listeners) {
      if (listener === racer) continue;
      const { first, fates } = byRacer.get(racer);
      for (let index = Math.max(known + 1 - first, 0); index < fates.length; index++)
        if (fates[index] < RECEIVED) fates[index] = GONE;
    }
  }
}
