/**
 * `make stadium`: one race of five racers before as many watchers as this machine holds. Then the engine of the race is
 * killed. Prints one page of figures, which is docs/stadium.md.
 *
 *   WATCHERS     100000; an engine or a generator takes no more than it may open files
 *   SECONDS      the time of each measurement of pictures and racers      30
 *
 * The site runs on the first core, the generators on the second, if there are two.
 */

import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { usage } from './processes.mjs';
import { ROOT, SHAPES, startSite } from './site.mjs';

const { io } = createRequire(path.join(ROOT, 'client/package.json'))('socket.io-client');

/** The time between two updates of a racer, in milliseconds, as real ones take for a percent of a long text. */
const UPDATE_EVERY_MS = 588;
/** The time within which all watchers enter, in seconds. */
const ENTRY_S = 50;
/** The time for which what follows the kill is awaited, in seconds. */
const RETURN_S = 120;
/** The shortest text, in characters: a race through it may take ten minutes. */
const LONG = 450;
/** The connections of one generator, which has one address. */
const AT_ONE_ADDRESS = 14_000;
const LOGIN_EVERY_MS = 250;

const { WATCHERS = '100000', SECONDS = '30' } = process.env;
const seconds = Number(SECONDS);
const [colibri, bench] = process.argv.slice(2).map((file) => path.resolve(file));
const isShared = os.availableParallelism() < 2;
/** Runs this process, and those that it starts from now on, on one core. */
const runOn = (core) => isShared || execFileSync('taskset', ['-acp', String(core), String(process.pid)]);
const pause = (s) => new Promise((resolve) => setTimeout(resolve, s * 1000));
const say = (text) => console.error(text);

async function hold(site) {
  onlyLongTexts(site);
  const [visitor, ...users] = readFileSync(site.users, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const race = await Race.begin(site.base, users);
  say(`a race of ${users.length} runs in ${race.code}`);
  const alone = await race.latency(seconds);

  const engines = [...site.processes].filter(([name]) => name.startsWith('engine')).map(([, { pid }]) => pid);
  const sum = (measure) => engines.reduce((sum, pid) => sum + measure(usage(pid)), 0);
  const memory = () => sum(({ memory }) => memory);
  const used = () => [sum(({ cpu }) => cpu), sum(({ kernel }) => kernel)];
  const before = memory();
  const crowd = new Generators(race.code, site.engines);
  const enteredIn = await crowd.entered(crowd.wanted, ENTRY_S * 3);
  say(`${crowd.last} of ${crowd.wanted} watchers after ${enteredIn} s`);
  await crowd.report();
  const usedBefore = used();
  const watched = await race.latency(seconds);
  const pictures = await crowd.report();
  const [cores, kernel] = used().map((now, i) => (now - usedBefore[i]) / seconds);
  const bytes = (memory() - before) / crowd.last;
  const held = crowd.last;

  const owner = await ownerOf(site);
  const logins = new Logins(site.base, visitor.token);
  say(`kill -9 ${owner}`);
  const killedAt = performance.now();
  await site.kill(owner);
  const [racersBack, watchersBack] = await Promise.all([
    race.allHearAgain(killedAt),
    crowd.entered(held, RETURN_S, held - 1),
  ]);
  const refused = logins.end();
  const finished = await race.finish();
  crowd.end();
  const results = await saved(site);
  return {
    held,
    enteredIn,
    alone,
    watched,
    pictures,
    cores,
    kernel,
    bytes,
    racersBack,
    watchersBack,
    refused,
    finished,
    results,
  };
}

/** Leaves texts of which a race lasts longer than the measurement. */
function onlyLongTexts(site) {
  query(site, `DELETE FROM texts WHERE length(text) < ${LONG}`);
}

/** Returns the number of results that the database has of this race. */
async function saved(site) {
  return Number(query(site, 'SELECT count(*) FROM results'));
}

function query({ dir, home, postgresBin }, sql) {
  const [, , , , socket] = readFileSync(path.join(dir, home, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n');
  const args = ['-h', socket, '-U', 'colibri', '-d', 'colibri', '-Atc', sql];
  return execFileSync(path.join(postgresBin, 'psql'), args, { encoding: 'utf8' }).trim();
}

/** Returns the name of the engine that has the room. */
async function ownerOf(site) {
  for (const [index, address] of site.engines.entries()) {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    if (/^colibri_rooms_open\{phase="running"\} 1$/m.test(metrics)) return `engine${index + 1}`;
  }
  throw new Error('no engine has the room');
}

/** A race of racers who go back and forth, until they are told to finish. */
class Race {
  #racers = [];
  /** The moments at which updates were sent, by racer and percent. */
  #sent = new Map();
  #latencies = [];

  static async begin(base, users) {
    const race = new Race();
    const call = async (name, payload) => {
      const answer = await fetch(`${base}/api/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(payload),
      });
      if (!answer.ok) throw new Error(`/api/${name} answered ${answer.status}: ${await answer.text()}`);
      return answer.json();
    };
    ({ code: race.code } = await call('multiplayer', { token: users[0].token }));
    const started = [];
    for (const { username, token } of users) {
      const { text } = await call('play', { token, code: race.code });
      const racer = { username, text: text.text, completed: 0, heardAt: 0 };
      racer.socket = io(base, {
        auth: { token },
        query: { room: race.code },
        transports: ['websocket'],
        forceNew: true,
      });
      racer.socket.on('connect', () => racer.socket.emit('join', { code: race.code }));
      racer.socket.on('typing', ({ username, completed }) => race.#hear(racer, `${username} ${completed}`));
      started.push(new Promise((resolve) => racer.socket.once('start', resolve)));
      race.#racers.push(racer);
    }
    await Promise.all(started);
    for (const [index, racer] of race.#racers.entries())
      setTimeout(
        () => {
          racer.timer = setInterval(() => race.#type(racer), UPDATE_EVERY_MS);
        },
        (UPDATE_EVERY_MS / race.#racers.length) * index,
      );
    return race;
  }

  /** Three percent forward, one back, as far as the end is away. */
  #type(racer) {
    racer.updates = (racer.updates ?? 0) + 1;
    racer.completed += racer.updates % 4 === 0 || racer.completed >= 90 ? -1 : 1;
    this.#sent.set(`${racer.username} ${racer.completed}`, performance.now());
    if (racer.socket.connected) racer.socket.emit('typing', { code: this.code, completed: racer.completed });
  }

  #hear(racer, update) {
    racer.heardAt = performance.now();
    const sentAt = this.#sent.get(update);
    if (sentAt !== undefined) this.#latencies.push(racer.heardAt - sentAt);
  }

  /** Measures the time from one racer to the others for some seconds. */
  async latency(seconds) {
    this.#latencies = [];
    await pause(seconds);
    const sorted = this.#latencies.toSorted((one, other) => one - other);
    const at = (share) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
    return { n: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
  }

  /** Returns the seconds after `since` until all racers hear of another one again. */
  async allHearAgain(since) {
    // What was on its way arrives at once.
    await pause(0.2);
    const from = performance.now();
    while (!this.#racers.every(({ heardAt }) => heardAt > from)) {
      if (performance.now() - from > RETURN_S * 1000) return null;
      await pause(0.02);
    }
    const first = Math.max(...this.#racers.map(({ heardAt }) => heardAt));
    return (first - since) / 1000;
  }

  /** Lets all racers finish, and returns how many results were accepted. */
  async finish() {
    const finished = this.#racers.map(async ({ socket, text, timer }) => {
      clearInterval(timer);
      socket.emit('typing', { code: this.code, completed: 100 });
      const answer = await socket
        .timeout(20_000)
        .emitWithAck('finish', { code: this.code, accuracy: 98.5, keystrokes: text });
      socket.disconnect();
      return answer.outcome === undefined && answer.reason === undefined ? answer : (answer.reason ?? answer);
    });
    const answers = await Promise.all(finished);
    for (const answer of answers) if (typeof answer === 'string') say(answer);
    return answers.filter((answer) => typeof answer !== 'string').length;
  }
}

/** The watchers, in as many processes as they need. */
class Generators {
  #processes;
  last = 0;

  constructor(room, engines) {
    const count = Math.ceil(Number(WATCHERS) / AT_ONE_ADDRESS);
    const each = Math.ceil(Number(WATCHERS) / count);
    this.wanted = each * count;
    const addresses = engines.map((address) => address.replace('http://', '')).join(',');
    this.#processes = Array.from({ length: count }, (_, index) => {
      const from = `127.0.1.${index + 1}`;
      const args = [
        'watch',
        '--room',
        room,
        '--engines',
        addresses,
        '--watchers',
        each,
        '--seconds',
        ENTRY_S,
        '--from',
        from,
      ];
      const core = ['--core', isShared ? 0 : 1];
      const child = spawn(bench, [...args, ...core].map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
  }

  /** Returns the figures of all since the last call. */
  async report() {
    const reports = await Promise.all(
      this.#processes.map(async ({ child, lines }) => {
        child.stdin.write('report\n');
        return JSON.parse((await lines.next()).value);
      }),
    );
    const sum = (name) => reports.reduce((total, report) => total + report[name], 0);
    const most = (name) => Math.max(...reports.map((report) => report[name]));
    // One clock for all: the fastest picture of any of them took no time.
    const seen = reports.filter(({ pictures }) => pictures > 0);
    const start = Math.min(...seen.map(({ start_ns }) => start_ns));
    const age = (name) => Math.max(...seen.map((report) => report[name] + (report.start_ns - start) / 1e6));
    this.last = sum('entered');
    const reasons = {};
    for (const report of reports)
      for (const [reason, count] of Object.entries(report.reasons)) reasons[reason] = (reasons[reason] ?? 0) + count;
    return {
      entered: this.last,
      lost: sum('lost'),
      reasons,
      longestAway: most('longest_away_ms') / 1000,
      pictures: sum('pictures'),
      p50: age('p50_ms'),
      p99: age('p99_ms'),
      max: age('max_ms'),
    };
  }

  /** Waits until so many see the race, at first until no more than `below`, and returns the seconds. */
  async entered(wanted, timeout, below = wanted) {
    const began = performance.now();
    const elapsed = () => Math.round(performance.now() - began) / 1000;
    let hasFallen = below === wanted;
    while (elapsed() < timeout) {
      const { entered } = await this.report();
      hasFallen ||= entered <= below;
      if (hasFallen && entered >= wanted) break;
      await pause(0.5);
    }
    return elapsed();
  }

  end() {
    for (const { child } of this.#processes) child.stdin.end();
  }
}

/** Calls that need a login, one after the other. */
class Logins {
  #failed = 0;
  #made = 0;
  #timer;

  constructor(base, token) {
    this.#timer = setInterval(async () => {
      this.#made += 1;
      const body = JSON.stringify({ token });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${base}/api/isloggedin`, { method: 'POST', headers, body }).catch(() => null);
      if (!answer?.ok || !(await answer.json()).loggedin) this.#failed += 1;
    }, LOGIN_EVERY_MS);
  }

  end() {
    clearInterval(this.#timer);
    return { made: this.#made, failed: this.#failed };
  }
}

function markdown(figures) {
  const { alone, watched, pictures, racersBack, refused } = figures;
  const ms = (value) => value.toFixed(value < 10 ? 1 : 0);
  const version = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8', cwd: ROOT }).trim();
  const files = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const row = (what, figure) => `| ${what} | ${figure} |`;
  const eachPicture = (cores) => ((cores * seconds * 1e6) / pictures.pictures).toFixed(1);
  return `# One race before a crowd

\`make stadium\` wrote this page: five racers, and watchers over ${SHAPES.stadium.title}, all on this machine. Colibri ${version}; ${os.cpus().length} cores of
${os.cpus()[0].model.trim()}, ${os.type()} ${os.release()}; a process may open ${files} files. The site has one core, the generators of the watchers the other.

| | |
|---|--:|
${[
  row('watchers who see the race', figures.held.toLocaleString('en')),
  row('all of them entered within', `${figures.enteredIn.toFixed(0)} s`),
  row('memory of the engines for each watcher', `${(figures.bytes / 1024).toFixed(1)} KiB`),
  row(`pictures in ${seconds} s`, pictures.pictures.toLocaleString('en')),
  row(
    'age of a picture when it is read: p50, p99, longest',
    `${ms(pictures.p50)}, ${ms(pictures.p99)}, ${ms(pictures.max)} ms`,
  ),
  row('cores that the engines used meanwhile', figures.cores.toFixed(2)),
  row(
    'CPU of the engines for each picture, and without the kernel',
    `${eachPicture(figures.cores)}, ${eachPicture(figures.cores - figures.kernel)} us`,
  ),
  row('from one racer to the others without watchers: p50, p99', `${ms(alone.p50)}, ${ms(alone.p99)} ms`),
  row('the same with them', `${ms(watched.p50)}, ${ms(watched.p99)} ms`),
  row(
    'after `kill -9` of the engine of the race: all racers hear each other',
    racersBack === null ? 'never' : `${racersBack.toFixed(1)} s`,
  ),
  row('all watchers see the race again', `${figures.watchersBack.toFixed(0)} s`),
  row('calls with a login meanwhile, and those that failed', `${refused.made}, ${refused.failed}`),
  row('results that were accepted, and are in the database', `${figures.finished} of 5, ${figures.results}`),
].join('\n')}

The age of a picture is counted from the moment at which the room was as it shows; the fastest picture of all is taken to
have taken no time.
`;
}

runOn(0);
const settings = { COLIBRI_ROOM_CAPACITY: '5' };
const site = await startSite({ colibri, shape: 'stadium', nUsers: 6, settings });
try {
  runOn(1);
  const figures = await hold(site);
  const page = markdown(figures);
  writeFileSync(path.join(ROOT, 'docs/stadium.md'), page);
  console.log(page);
} finally {
  await site.stop();
}
