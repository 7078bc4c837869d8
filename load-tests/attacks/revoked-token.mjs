import { call, io, pause } from './client.mjs';

export const title = 'a thief with a token that its owner has revoked throws them out, races for them, and floods';
export const nUsers = 1;

const PASSWORD = 'emerald wings at dawn';
const NEW_PASSWORD = 'resplendent quetzals of the cloud';
/** The longest time that the sockets of a revoked token stay open, in milliseconds. */
const ENDED_WITHIN_MS = 5_000;
const N_THIEVES = 10;

/** Connects, and resolves with the socket, or with undefined if the server refuses it. */
const connect = (site, token) =>
  new Promise((resolve) => {
    const socket = io(site.engines[0], {
      auth: { token },
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
    });
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', () => resolve(undefined));
    setTimeout(() => resolve(socket.connected ? socket : undefined), 5_000);
  });

/** Asks the server, and resolves with its answer, or with undefined if there is none. */
const ask = (socket, event, payload) =>
  new Promise((resolve) =>
    socket.timeout(2_000).emit(event, payload, (error, answer) => resolve(error ? undefined : answer)),
  );

async function signUp(site, username) {
  const account = {
    username,
    email: `${username}@example.org`,
    country: 'CR',
    password: PASSWORD,
    passwordConfirm: PASSWORD,
  };
  const { status, text } = await call(site, 'signup', account);
  if (status !== 200) throw new Error(`signup: ${status} ${text}`);
  return JSON.parse(text).token;
}

/** Waits until all of the sockets are closed, and resolves with the milliseconds, or with undefined after `ms`. */
async function ended(sockets, ms) {
  const since = performance.now();
  while (sockets.some((socket) => socket.connected)) {
    if (performance.now() - since > ms) return undefined;
    await pause(20);
  }
  return Math.round(performance.now() - since);
}

export async function attack({ site, figure, check }) {
  const stolen = await signUp(site, 'victim');
  const before = await Promise.all(Array.from({ length: 3 }, () => connect(site, stolen)));
  const change = { token: stolen, oldPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  const { token } = JSON.parse((await call(site, 'account/changepassword', change)).text);
  const ms = await ended(before, ENDED_WITHIN_MS);
  figure('open sockets of the thief end after', ms === undefined ? 'never' : `${ms} ms`);
  check(ms !== undefined, 'the open sockets of a revoked token end within 5 s');

  const victim = await connect(site, token);
  const pushes = [];
  victim.on('fault', (fault) => pushes.push(fault.code));
  victim.on('disconnect', (reason) => pushes.push(reason));
  const { code } = JSON.parse((await call(site, 'multiplayer', { token, private: true })).text);
  await call(site, 'play', { token, code });
  await ask(victim, 'join', { code });

  const first = await connect(site, stolen);
  const joined = first && (await ask(first, 'join', { code }));
  figure('the thief takes the seat', Boolean(joined && !joined.reason));
  const others = await Promise.all(Array.from({ length: N_THIEVES - 1 }, () => connect(site, stolen)));
  const thieves = [first, ...others].filter(Boolean);
  figure('sockets that the thief opens', thieves.length);
  check(thieves.length === 0, 'a revoked token opens no socket');
  const floods = thieves.map((thief) => setInterval(() => thief.emit('typing', { code, completed: 1 }), 5));
  await pause(1_000);
  const answers = [];
  for (let n = 0; n < 5; n += 1) answers.push(await ask(victim, 'start', { code }));
  floods.forEach(clearInterval);
  figure('what happens to the victim', pushes.join(', ') || 'nothing');
  figure('events of the victim that are refused', answers.filter((answer) => !answer || answer.reason).length);
  check(pushes.length === 0, 'the victim is not pushed out');
  check(
    answers.every((answer) => answer && !answer.reason),
    'no event of the victim is refused',
  );
  for (const socket of [victim, ...thieves]) socket.disconnect();

  const deleted = await signUp(site, 'leaver');
  const open = await connect(site, deleted);
  await call(site, 'deleteaccount', { token: deleted, confirmationText: 'IRREVERSIBLE' });
  const gone = await ended([open], ENDED_WITHIN_MS);
  figure('the open socket of a deleted account ends after', gone === undefined ? 'never' : `${gone} ms`);
  check(gone !== undefined && (await connect(site, deleted)) === undefined, 'a deleted account has no socket');
}
