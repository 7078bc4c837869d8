import type { Page } from '@playwright/test';
import { io, type Socket } from 'socket.io-client';
import { type Api, newName } from './api';
import { expect, test } from './fixtures';
import { heard } from './official-client';
import { start, typeByHand } from './race';

const TEXT = 'birds fly';
const [N_GUESTS, N_TYPING, N_FINISHED] = [60, 12, 3];

/** Above this many racers in a room, they get pictures in place of an event for each key. */
const MOST_WITH_EVENTS = 20;

/** The time for one percent of the text. */
const PERCENT_MS = 20;

/** The percentages that the racers type, each in its turn. */
const typedBy = (index: number) => 5 + 7 * index;

/** The screens of projectors and streams. */
const SCREENS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

interface Guest {
  guest: string;
  room: string;
}

/** The widest name, some of ordinary people, and one that runs from the right to the left. */
const nameOf = (number: number) =>
  ['W'.repeat(20), 'Maximiliano Fernández', 'נועה בן דוד', 'Bo'][number]?.slice(0, 20) ?? `Guest ${number}`;

/** Opens an event. Returns the token of its host, and its code. */
async function open(api: Api): Promise<{ token: string; code: string }> {
  const token = await api.signUp(newName('ana'));
  const form = { title: 'The spelling cup of class 7b', language: 'en', joining: 'everyone', scoring: 'places' };
  const rounds = [
    { kind: 'own', text: TEXT },
    { kind: 'own', text: TEXT },
  ];
  const { code } = await api.post<{ code: string }>('/api/events/open', { token, ...form, rounds });
  return { token, code };
}

async function join(api: Api, code: string, nGuests: number): Promise<Guest[]> {
  return Promise.all(
    Array.from({ length: nGuests }, async (_, number) => {
      const { guest } = await api.post<{ guest: string }>('/api/events/join', { code, name: nameOf(number) });
      const seat = await api.post<{ code: string }>('/api/events/seat', { code, guest });
      return { guest, room: seat.code };
    }),
  );
}

/** Connects a guest, and joins the room. */
async function connect(url: string, { guest, room }: Guest): Promise<Socket> {
  const socket = io(url, { auth: { token: guest }, query: { room }, forceNew: true, transports: ['websocket'] });
  socket.on('connect', () => socket.emit('join', { code: room }));
  await heard(socket, 'state');
  return socket;
}

/** Types up to a percentage of the text, at about 60 words per minute. */
function type(socket: Socket, { room }: Guest, from: number, to: number): Promise<void> {
  let completed = from;
  return new Promise((resolve) => {
    const typing = setInterval(() => {
      completed += 1;
      socket.emit('typing', { code: room, completed });
      if (completed < to) return;
      clearInterval(typing);
      resolve();
    }, PERCENT_MS);
  });
}

/** Returns what does not fit: onto the screen, into its lane, or into its own box. */
function overflowing(wall: Page): Promise<string[]> {
  return wall.evaluate(() => {
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const elements = [...document.querySelectorAll('main :is(h1, p, li, li > span, th, td, bdi, svg)')];
    const shown = elements.filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'));
    return shown
      .filter((element) => {
        const { right, bottom, left, top } = element.getBoundingClientRect();
        const isOut = right > innerWidth || bottom > innerHeight || left < 0 || top < 0;
        const lane = element.matches('li > span') && element.parentElement?.getBoundingClientRect();
        return isOut || (lane && (isCut(element) || top < lane.top - 1 || bottom > lane.bottom + 1));
      })
      .map(({ outerHTML }) => outerHTML);
  });
}

/** Checks that all is on the screen, and nothing cut or upon something else. */
async function expectToFit(wall: Page): Promise<void> {
  for (const screen of SCREENS) {
    await wall.setViewportSize(screen);
    await expect.poll(() => overflowing(wall)).toEqual([]);
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a wall has room for twenty lanes and the count of others (${colorScheme})`, async ({
    newVisitor,
    api,
    server,
  }, info) => {
    const { token, code } = await open(api);
    await api.post('/api/events/edit', { token, code, showsNames: true });
    const wall = await newVisitor({ token, at: `/host/${code}/wall`, viewport: SCREENS[0] ?? null, colorScheme });
    await expectToFit(wall);

    const guests = await join(api, code, N_GUESTS);
    const sockets = await Promise.all(guests.map((guest) => connect(server.url, guest)));
    await expect(wall.getByText('60 racers', { exact: true })).toBeVisible();
    await wall.screenshot({ path: info.outputPath('waiting.png') });
    await expectToFit(wall);

    const started = sockets.map((socket) => heard(socket, 'start'));
    await api.post('/api/events/start', { token, code, round: 1 });
    await Promise.all(started);
    const lanes = wall.getByRole('list', { name: 'Racers' }).getByRole('listitem');
    await expect(lanes).toHaveCount(20);
    const racing = guests.flatMap((guest, index) => {
      const socket = sockets[index];
      return socket ? [{ guest, socket, typed: typedBy(index) }] : [];
    });
    // Those who come last among the twenty have gone.
    for (const socket of sockets.slice(N_TYPING)) socket.disconnect();
    const typing = racing.slice(0, N_TYPING);
    await Promise.all(typing.map(({ guest, socket, typed }) => type(socket, guest, 0, typed)));
    await expect(wall.getByText('and 40 more')).toBeVisible();
    await expect(wall.getByText('82%')).toBeVisible();
    await expect(wall.getByText('Disconnected')).toHaveCount(20 - N_TYPING);
    await wall.screenshot({ path: info.outputPath('racing.png') });
    await expectToFit(wall);

    // A racer who has finished, and is gone.
    await Promise.all(
      racing.slice(0, N_FINISHED).map(async ({ guest, socket, typed }, index) => {
        await type(socket, guest, typed, 100);
        await socket.emitWithAck('finish', { code: guest.room, accuracy: 100, keystrokes: TEXT });
        if (index > 0) socket.disconnect();
      }),
    );
    await expect(wall.getByText(/wpm/)).toHaveCount(N_FINISHED);
    await expect(lanes).toHaveCount(20);
    await wall.screenshot({ path: info.outputPath('finished.png') });
    await expectToFit(wall);
    for (const socket of sockets) socket.disconnect();
  });
}

test('a racer among more than twenty sees how far the others are', async ({ newVisitor, api, server }) => {
  const { token, code } = await open(api);
  const guests = await join(api, code, MOST_WITH_EVENTS);
  const sockets = await Promise.all(guests.map((guest) => connect(server.url, guest)));
  const page = await newVisitor({ at: `/e/${code}` });
  await page.getByLabel('Nickname').fill('Cleo');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^You’re in/ })).toBeVisible();
  const others = sockets.flatMap((socket, index) => {
    const guest = guests[index];
    return guest ? [{ guest, socket, typed: typedBy(index % N_TYPING) }] : [];
  });
  await api.post('/api/events/start', { token, code, round: 1 });
  await start(page);
  const lanes = page.getByRole('list', { name: 'Racers' }).getByRole('listitem');
  await Promise.all(others.map(({ guest, socket, typed }) => type(socket, guest, 0, typed)));
  await expect(lanes.filter({ hasText: '82%' })).toHaveCount(1);
  await typeByHand(page, TEXT);
  await expect(lanes.filter({ hasText: 'Cleo' })).toContainText('wpm');
  for (const socket of sockets) socket.disconnect();
});
