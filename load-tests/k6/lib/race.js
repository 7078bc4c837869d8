/**
 * One room and its racers, from their connection to the last saved result. They behave like the site's own client.
 *
 * Plain JavaScript: `net` and `watch` are parameters, so that k6 and the tests under Node run the same code.
 */

import { base64, logOf } from './keyLog.js';
import { Ledger } from './ledger.js';
import { SocketIO } from './socketio.js';
import { after, pause } from './timers.js';
import { plan } from './typing.js';

/** The time after which an answer counts as lost, in milliseconds, as in the client. */
const ANSWER_MS = 10_000;
/** The wait before an unanswered `finish` is sent again, as in the client. */
const RESEND_MS = 2000;
/** The first and the longest wait before a racer reconnects after losing the connection, as in the client. */
const RETURN_MS = 1000;
const LONGEST_RETURN_MS = 5000;
/** The time after the race within which the last updates must arrive, as in the benchmark. */
const SETTLE_MS = 5000;
const SETTLE_STEP_MS = 50;
/** The delay from the beginning of the countdown to the cut `starting`. */
const INTO_COUNTDOWN_MS = 300;
/** The questions for the time on the room's clock, at each reading, as in the client. */
const CLOCK_READINGS = 12;
/** The pause between pieces of the log of keys, in milliseconds, as in the client. */
const PIECE_MS = 500;
/** The percent at which the cut `running` happens. */
const MIDWAY = 50;

/**
 * Races in one room until every result is saved, or `timeoutMs` have passed.
 *
 * @param {object} room
 * @param {string} room.code the code of the room, in which all racers have seats
 * @param {string} room.text
 * @param {number} room.timeoutMs
 * @param {object[]} room.racers each with `username`, `token`, `racesTotal` (of their stats, before the race),
 *   `addresses` (of the servers; the next one after each failure), `transports`, `wpm`, `seed`, and `cuts`: the moments
 *   at which their connection is cut, from `waiting`, `starting`, `running`, `finish` (sent, not answered) and
 *   `finished`
 * @param {import('./socketio.js').Net & {call: (name: string, payload: object) => Promise<any>}} net `call` calls the api
 * @param {object} watch receives the measurements: see metrics.js
 * @param {() => number} [now] returns the milliseconds of a clock that all racers share
 * @param {number} [settleMs] the time after the last result in which updates may still arrive
 */
export async function race(room, net, watch, now = Date.now, settleMs = SETTLE_MS) {
  const shared = {
    ...room,
    ledger: new Ledger(room.racers.map(({ username }) => username)),
    starts: [],
    nEvents: new Map(),
  };
  const runs = room.racers.map((racer) => new Run(racer, shared, net, watch, now));
  const timeout = after(room.timeoutMs, () => {
    for (const run of runs) run.fail('the race took too long');
  });
  await Promise.all(runs.map(({ done }) => done));
  timeout.cancel();
  for (let waited = 0; waited < settleMs && !runs.every((run) => run.hasReceivedAll); waited += SETTLE_STEP_MS)
    await pause(SETTLE_STEP_MS);
  const { counts, missed } = shared.ledger.close();
  watch.updates(counts);
  for (const { listener, racer, completed, at } of missed)
    watch.missed(
      `${listener} in ${room.code} never received the ${completed} % of ${racer}, sent at ${new Date(at).toISOString()}`,
    );
  if (shared.starts.length > 1) watch.startSkew(Math.max(...shared.starts) - Math.min(...shared.starts));
  watch.events(shared.nEvents);
  for (const run of runs) run.leave();
  await Promise.all(runs.map(({ left }) => left));
}

/** One racer. */
class Run {
  /** Resolves when the result is saved or the racer has failed. */
  done;
  /** Resolves when the last connection has ended. */
  left = Promise.resolve();

  #racer;
  #room;
  #net;
  #watch;
  #now;
  #plan;
  /** The bytes of each key in the log, the number of keys that were sent, and the moment of the last piece. */
  #log;
  #nSent = 0;
  #pieceSentAt = Number.NEGATIVE_INFINITY;
  /** The range of our time minus the room's, by the answers so far. */
  #earliest = Number.NEGATIVE_INFINITY;
  #latest = Number.POSITIVE_INFINITY;
  #isReading = false;
  /** The start on the room's clock. */
  #startAt;
  #socket;
  #settle;
  #isDone = false;
  /**
   * False once the racer leaves for good. Until then, even a racer with a saved result returns, to see the others
   * finish.
   */
  #mayReturn = true;
  #cuts;
  #phase = 'waiting';
  #openedAt;
  /** The moment at which the connection was lost; undefined while there is one, and before the first. */
  #lostAt;
  /** The one of `cuts` that ended it. */
  #cutAt;
  /** True once a `state` of the room has arrived. */
  #isSeated = false;
  /** True from the second connection on. */
  #isBack = false;
  #attempts = 0;
  #timer;
  #startDue;
  #startedAt;
  /** The number of updates of the plan that are typed. */
  #typed = 0;
  #completed = 0;
  #finishSentAt;
  #isSaved = false;
  #finishers = new Set();

  constructor(racer, room, net, watch, now) {
    this.#racer = racer;
    this.#room = room;
    this.#net = net;
    this.#watch = watch;
    this.#now = now;
    this.#cuts = new Set(racer.cuts);
    this.#plan = plan(room.text, racer);
    const { keystrokes, times } = this.#plan;
    this.#log = logOf(
      room.text,
      [...keystrokes].map((key, n) => ({ key, ms: Math.round(times[n]) })),
    );
    this.done = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#connect();
  }

  /** True once all racers have received every update that is due, and this one every finish. */
  get hasReceivedAll() {
    return this.#room.ledger.nDue === 0 && this.#finishers.size === this.#room.racers.length;
  }

  /** Gives up without a saved result. */
  fail(reason) {
    if (this.#isDone) return;
    this.#watch.failed(`${this.#racer.username} in ${this.#room.code}: ${reason}`);
    this.#watch.check('result is saved', false);
    this.#mayReturn = false;
    this.#end();
  }

  leave() {
    this.#watch.check('received every finish', this.#finishers.size === this.#room.racers.length);
    this.#mayReturn = false;
    this.#socket.close();
  }

  #end() {
    this.#isDone = true;
    this.#timer?.cancel();
    this.#settle();
  }

  #connect() {
    const { addresses, token, transports, username } = this.#racer;
    const { code, ledger } = this.#room;
    this.#openedAt = this.#now();
    const socket = new SocketIO(
      addresses[this.#attempts++ % addresses.length],
      { auth: { token }, query: { room: code }, transports },
      this.#net,
    );
    this.#socket = socket;
    this.left = socket.closed.then((reason) => this.#lose(socket, reason));
    socket
      .on('*', (name) => this.#count('received', name))
      .on('state', (state) => this.#applyState(state))
      .on('starting', ({ ms, at }) => this.#countDown(ms, at))
      .on('start', ({ ms }) => this.#start(ms))
      .on('typing', ({ username: other, completed }) => {
        const latency = ledger.receive(username, other, completed, this.#now());
        if (latency !== undefined) this.#watch.fanOut(latency, socket.transport);
      })
      .on('finish', ({ username: finisher }) => this.#finishers.add(finisher))
      .on('fault', ({ event, reason, code }) => this.#onFault(event, reason, code))
      .on('upgrade', () => this.#watch.upgraded(this.#now() - this.#openedAt));
    socket.connected
      .then(() => this.#join(socket))
      .catch(() => {
        // `closed` has the reason.
      });
  }

  async #join(socket) {
    const answer = await this.#ask('join', {});
    if (this.#socket !== socket) return;
    this.#watch.check('joined', answer.reason === undefined);
    if (answer.reason !== undefined) {
      this.fail(`join: ${answer.reason}`);
      return;
    }
    if (!this.#isBack) this.#watch.joined(this.#now() - this.#openedAt, socket.transport);
    if (this.#phase === 'waiting') this.#cutIf('waiting');
    await this.#readClock(socket);
  }

  /** Reads the room's clock several times in a row. */
  async #readClock(socket) {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      let seen;
      for (let n = 0; n < CLOCK_READINGS && this.#socket === socket; n++) {
        const sentAt = this.#now();
        const { ms } = await this.#ask('clock', seen === undefined ? {} : { seen });
        this.#earliest = Math.max(this.#earliest, sentAt - ms);
        this.#latest = Math.min(this.#latest, this.#now() - ms);
        seen = ms;
      }
    } catch {
      // The connection is lost: the room's `start` has to do.
    }
    this.#isReading = false;
  }

  #onFault(event, reason, code) {
    // The room has restarted, and needs all keys again.
    if (code === 'missing-keys') this.#restartLog();
    else this.#watch.refused(event, reason);
  }

  #restartLog() {
    [this.#nSent, this.#pieceSentAt] = [0, Number.NEGATIVE_INFINITY];
  }

  /** Handles `state`, which arrives after each join. */
  #applyState({ phase, participants }) {
    // A `state` without a join: the room continues from its snapshot, and updates that it had not received are lost.
    if (this.#isSeated && this.#lostAt === undefined) this.#room.ledger.disconnect(this.#racer.username);
    this.#isSeated = true;
    this.#phase = phase;
    this.#attempts = 1;
    if (this.#lostAt !== undefined) {
      this.#isBack = true;
      this.#watch.reconnected(this.#now() - this.#lostAt, this.#cutAt);
      this.#lostAt = undefined;
      if (this.#isSaved) this.#end();
    }
    this.#room.ledger.join(
      this.#racer.username,
      new Map(participants.map(({ username, completed }) => [username, completed])),
    );
    for (const { username, finish } of participants) if (finish) this.#finishers.add(username);
    this.#restartLog();
    if (this.#startedAt === undefined) return;
    const own = participants.find(({ username }) => username === this.#racer.username);
    // The racer typed more while disconnected.
    if (phase === 'running' && own?.completed !== this.#completed) this.#sendProgress();
    if (this.#finishSentAt !== undefined && !this.#isSaved) this.#sendFinish();
  }

  #countDown(ms, at) {
    this.#phase = 'starting';
    this.#startDue = this.#now() + ms;
    this.#startAt = at;
    this.#readClock(this.#socket);
    if (this.#cuts.has('starting')) after(INTO_COUNTDOWN_MS, () => this.#cutIf('starting'));
  }

  /** Starts the race, or continues one that started `elapsed` milliseconds ago. */
  #start(elapsed) {
    this.#phase = 'running';
    if (elapsed === undefined) {
      this.#room.starts.push(this.#now());
      this.#watch.startDelay(this.#now() - this.#startDue);
    }
    if (this.#startedAt !== undefined) return;
    this.#startedAt = this.#commonStart ?? this.#now() - (elapsed ?? 0);
    this.#typeOn();
  }

  /** The start that all racers have in common; undefined if the room's clock is not known. */
  get #commonStart() {
    if (this.#startAt === undefined || this.#latest === Number.POSITIVE_INFINITY) return undefined;
    return Math.min(this.#startAt + (this.#earliest + this.#latest) / 2, this.#now());
  }

  #typeOn() {
    const update = this.#plan.updates[this.#typed];
    const due = this.#startedAt + (update?.at ?? this.#plan.ms);
    this.#timer = after(due - this.#now(), () => {
      this.#watch.lag(this.#now() - due);
      if (update) this.#type(update);
      else this.#finish();
    });
  }

  #type({ completed }) {
    this.#typed++;
    this.#completed = completed;
    if (this.#lostAt === undefined) this.#sendProgress();
    if (completed >= MIDWAY) this.#cutIf('running');
    this.#typeOn();
  }

  #sendProgress() {
    const now = this.#now();
    this.#room.ledger.send(this.#racer.username, this.#completed, now);
    const nTyped = this.#nTyped(now);
    const isDue = now - this.#pieceSentAt >= PIECE_MS && nTyped > this.#nSent;
    const log = isDue ? this.#piece(nTyped) : undefined;
    if (isDue) [this.#nSent, this.#pieceSentAt] = [nTyped, now];
    this.#emit('typing', { completed: this.#completed, ...(log && { log }) });
  }

  /** The number of keys that are typed by now. */
  #nTyped(now) {
    const next = this.#plan.times.findIndex((at) => this.#startedAt + at > now);
    return next < 0 ? this.#log.length : next;
  }

  /** Returns the keys up to this number that were not sent. */
  #piece(nTyped) {
    const from = this.#log.slice(0, this.#nSent).flat().length;
    return { from, keys: base64(this.#log.slice(this.#nSent, nTyped).flat()) };
  }

  #finish() {
    this.#finishSentAt = this.#now();
    if (this.#lostAt === undefined) this.#sendFinish();
    this.#cutIf('finish');
  }

  /** Sends the result until it is answered. The room counts it once. */
  async #sendFinish() {
    const socket = this.#socket;
    try {
      const { accuracy } = this.#plan;
      const date = new Date(this.#now()).toISOString();
      const answer = await this.#ask('finish', { accuracy, date, log: this.#piece(this.#log.length) });
      // Its fault has begun the log anew.
      if (answer.code === 'missing-keys') this.#sendFinish();
      else if (!this.#isSaved) await this.#saved(answer);
    } catch {
      // On a new connection, it is sent again after `state`.
      if (!this.#isDone && socket === this.#socket && this.#lostAt === undefined)
        this.#timer = after(RESEND_MS, () => this.#sendFinish());
    }
  }

  async #saved({ reason, wpm, held, unranked }) {
    if (reason !== undefined) {
      this.fail(`finish: ${reason}`);
      return;
    }
    this.#isSaved = true;
    this.#phase = 'finished';
    this.#watch.saved(this.#now() - this.#finishSentAt);
    const { username, racesTotal } = this.#racer;
    try {
      const stats = await this.#net.call('getstats', { username });
      // These racers type by chance, so some are taken for machines. Such results are saved, and do not count.
      const counts = !held && !unranked;
      const isCounted = stats.racesTotal === racesTotal + 1 && stats.bestRace >= wpm;
      this.#watch.check('result is saved', counts ? isCounted : stats.racesTotal === racesTotal);
    } catch (error) {
      this.fail(error.message);
    }
    if (this.#cuts.has('finished')) this.#cutIf('finished');
    else this.#end();
  }

  /** Cuts the connection if `cuts` has this moment. */
  #cutIf(moment) {
    if (this.#lostAt !== undefined || !this.#cuts.delete(moment)) return;
    this.#cutAt = moment;
    this.#socket.cut();
  }

  async #lose(socket, reason) {
    const { ledger, code } = this.#room;
    const { username, token } = this.#racer;
    ledger.leave(username);
    if (!this.#mayReturn) return;
    if (socket.isRefused) {
      this.fail(reason);
      return;
    }
    ledger.disconnect(username);
    // Earlier failures to reconnect do not change the moment.
    if (this.#lostAt === undefined) this.#lostAt = this.#now();
    if (reason !== 'cut on purpose') {
      this.#cutAt = 'unplanned';
      this.#watch.dropped(`${username} in ${code}, ${this.#phase}: ${reason}`);
    }
    await pause(Math.min(RETURN_MS * 2 ** Math.max(this.#attempts - 1, 0), LONGEST_RETURN_MS));
    if (!this.#mayReturn) return;
    try {
      // Before the countdown a room removes disconnected racers, so they must take their seat again.
      if (this.#phase === 'waiting') await this.#net.call('play', { token, code });
      this.#connect();
    } catch (error) {
      this.fail(error.message);
    }
    await this.left;
  }

  #emit(name, payload) {
    this.#count('sent', name);
    this.#socket.emit(name, { ...payload, ...this.#identity() });
  }

  #ask(name, payload) {
    this.#count('sent', name);
    return this.#socket.ask(name, { ...payload, ...this.#identity() }, ANSWER_MS);
  }

  #identity() {
    return { code: this.#room.code, username: this.#racer.username };
  }

  #count(direction, name) {
    const key = `${direction} ${name}`;
    this.#room.nEvents.set(key, (this.#room.nEvents.get(key) ?? 0) + 1);
  }
}
