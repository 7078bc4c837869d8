import { call, io, pause } from './client.mjs';

export const title = 'accounts without sockets that ask for room after room, so that nobody is matched';
export const nUsers = 15;
export const settings = { COLIBRI_WAITING_MS: '20000' };

const N_ATTACKERS = 3;
const N_PEOPLE = 6;
/** The pause between two people. All of them come within the time that a room waits. */
const COME_EVERY_MS = 1_500;

/** Asks for a public room, and takes the seat with a socket. */
async function race(site, { token }) {
  const { code } = JSON.parse((await call(site, 'multiplayer', { token })).text);
  const { status } = await call(site, 'play', { token, code });
  if (status !== 200) return { code: `no seat in ${code}` };
  const socket = io(site.engines[0], { auth: { token }, forceNew: true, transports: ['websocket'] });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.emit('join', { code });
  return { code, socket };
}

/** Returns the number of rooms in which people end up who come one after another. */
async function rooms(site, people) {
  const racing = [];
  for (const person of people) {
    racing.push(await race(site, person));
    await pause(COME_EVERY_MS);
  }
  for (const { socket } of racing) socket?.disconnect();
  return new Set(racing.map(({ code }) => code)).size;
}

export async function attack({ site, users, figure, check }) {
  const attackers = users.slice(0, N_ATTACKERS);
  const quiet = await rooms(site, users.slice(N_ATTACKERS, N_ATTACKERS + N_PEOPLE));
  figure(`rooms for ${N_PEOPLE} people`, quiet);

  let isOver = false;
  let nCalls = 0;
  const attacking = attackers.map(async ({ token }) => {
    while (!isOver) {
      nCalls += 1;
      await call(site, 'multiplayer', { token });
      await pause(250);
    }
  });
  await pause(1_000);
  const attacked = await rooms(site, users.slice(N_ATTACKERS + N_PEOPLE, N_ATTACKERS + 2 * N_PEOPLE));
  isOver = true;
  await Promise.all(attacking);
  figure(`rooms for ${N_PEOPLE} people during the attack, with ${nCalls} calls of ${N_ATTACKERS} accounts`, attacked);
  check(attacked <= quiet + 1, 'three accounts cost the people at most one room more');
}
