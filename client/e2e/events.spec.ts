import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, logIn, screenOf, test } from './fixtures';
import { start, typeByHand } from './race';

// A name that is taken, a racer who was removed, an event that is locked.
test.use({ allowedTrouble: /status of (40[1349]|422) / });

const [FIRST, SECOND] = ['birds fly', 'flowers bloom'];

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');
const table = (page: Page) => page.getByRole('table', { name: 'Table' }).getByRole('row');
const waitingRoom = (page: Page) => page.getByRole('heading', { name: /^You’re in/ });

/** Opens an event with these texts at `/host`. Returns its code. */
async function open(host: Page, title: string, texts: readonly string[]): Promise<string> {
  await host.getByLabel('Title').fill(title);
  for (let at = 3; at > texts.length; at -= 1)
    await host.getByRole('button', { name: `Round ${at}: Remove this round` }).click();
  for (const [at, text] of texts.entries()) {
    await host.getByLabel(`Round ${at + 1}: Kind of text`).selectOption('Your own text');
    await host.getByLabel('Your text').nth(at).fill(text);
  }
  await host.getByRole('button', { name: 'Open the event' }).click();
  await expect(host.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return new URL(host.url()).pathname.split('/')[2] ?? '';
}

/** Joins as a guest, and takes a seat. */
async function join(page: Page, nickname: string): Promise<void> {
  await page.getByLabel('Nickname').fill(nickname);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
}

test('a host starts the rounds of an event for guests and members', async ({ newVisitor, api }) => {
  test.setTimeout(180_000);
  const [ana, mia] = [newName('ana'), newName('mia')];
  const host = await newVisitor({ token: await api.signUp(ana), at: '/host' });
  await expectNoViolations(host);
  const code = await open(host, 'Spelling cup', [FIRST, SECOND]);
  const begin = (round: number) => host.getByRole('button', { name: `Start round ${round}` });
  await expect(begin(1)).toHaveAttribute('aria-disabled', 'true');
  await expectNoViolations(host);
  const wall = await newVisitor({ token: await host.evaluate(() => localStorage.token), at: `/host/${code}/wall` });
  await expect(wall.getByText(`${code.slice(0, 4)} ${code.slice(4)}`)).toBeVisible();

  // From the link to a seat: three actions in a browser that was never here.
  const first = await newVisitor({ isNew: true, at: null });
  const opened = Date.now();
  await first.goto(`/e/${code}`);
  await first.getByRole('button', { name: 'I understand' }).click();
  await join(first, 'Bo');
  await expect(waitingRoom(first)).toContainText('Bo');
  expect(Date.now() - opened).toBeLessThan(10_000);
  await expectNoViolations(first);

  // By the code, under a name that nobody has.
  const second = await newVisitor({ at: '/join' });
  await second.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase());
  await join(second, 'bo');
  await expect(second.getByRole('alert')).toContainText('This name is taken.');
  await join(second, 'נועה');
  await expect(waitingRoom(second)).toContainText('נועה');
  await expect(list(first, 'Racers')).toHaveText(['Bo', 'נועה']);
  await expect(list(host, 'In the waiting room')).toHaveCount(2);

  // The wall has names once the host says so.
  await expect(wall.getByText('2 racers', { exact: true })).toBeVisible();
  await expect(wall.getByText('Bo', { exact: true })).toHaveCount(0);
  await host.getByLabel('Names on the wall').click();
  await expect(wall.getByText('Bo', { exact: true })).toBeVisible();
  await expectNoViolations(wall);

  await expect(first.getByText(FIRST)).toHaveCount(0);
  await begin(1).click();
  await Promise.all([first, second].map(start));
  await expect(list(wall, 'Racers')).toHaveCount(2);
  await typeByHand(first, FIRST);
  await expect(first.getByText('Place 1 of 1')).toBeVisible();
  await expectNoViolations(first);
  await second.reload();
  await start(second);
  await typeByHand(second, FIRST);
  // The next seat is taken by a click, or by itself.
  await second.getByRole('button', { name: 'Go to the next round' }).click();
  for (const page of [first, second]) {
    await expect(page.getByText('Round 2 of 2')).toBeVisible();
    await expect(waitingRoom(page)).toBeVisible();
  }
  await expect(table(second)).toHaveText([/Place/, /1\s*Bo\s*5/, /2\s*נועה\s*3/]);
  await expectNoViolations(second);
  await expect(table(wall)).toHaveCount(3);
  await expectNoViolations(wall);

  await expectNoViolations(host);
  await host.getByRole('button', { name: 'Remove נועה' }).click();
  await expect(host.getByRole('button', { name: 'Remove נועה' })).toHaveCount(0);
  const removed = second.getByText('The host has removed you from this event.');
  await expect(removed).toBeVisible();
  await second.reload();
  await expect(removed).toBeVisible();
  await expect(second.getByLabel('Nickname')).toHaveCount(0);
  await expectNoViolations(second);

  const member = await newVisitor({ token: await api.signUp(mia), at: `/e/${code}` });
  await member.getByRole('button', { name: `Join as ${mia}` }).click();
  await expect(waitingRoom(member)).toContainText(mia);
  await begin(2).click();
  await Promise.all([first, member].map(start));
  await typeByHand(member, SECOND);
  await typeByHand(first, SECOND);
  await expect(first.getByText('Place 2 of 2')).toBeVisible();
  await host.getByRole('button', { name: 'End the event' }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'End the event' }).click();
  for (const page of [first, member, host]) await expect(page.getByText('This event is over.')).toBeVisible();
  await expect(table(member)).toHaveText([/Place/, /1\s*Bo\s*8/, new RegExp(`2\\s*${mia}\\s*5`)]);
  await expectNoViolations(first);

  const download = host.waitForEvent('download');
  await host.getByRole('button', { name: 'Download results (CSV)' }).click();
  const rows = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(rows).toHaveLength(1 + 3);
  expect(rows.filter((row) => row.includes(mia))).toHaveLength(1);

  // It is no race of the site's.
  expect(await api.post('/api/getstats', { username: mia })).toMatchObject({ racesTotal: 0 });
  await member.goto('/history');
  await expect(member.getByRole('row').filter({ hasText: 'Spelling cup' })).toContainText('2');
  await member.getByRole('link', { name: 'Spelling cup' }).click();
  await expect(table(member)).toHaveCount(3);

  // A guest who signs up or logs in comes back to the table.
  await first.getByRole('link', { name: 'Sign up to race on' }).click();
  await first.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await logIn(first, mia);
  await expect(first).toHaveURL(`/e/${code}`);
});

test('an event can be closed to newcomers, opened by a co-host, and ended', async ({ newVisitor, api }) => {
  const host = await newVisitor({
    token: await api.signUp(newName('eva')),
    at: '/host',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const code = await open(host, 'Club night', [FIRST]);
  await host.getByLabel('Closed to newcomers').click();
  await host.getByRole('button', { name: 'Copy link for a co-host' }).click();
  const link = await host.evaluate(() => navigator.clipboard.readText());

  const late = await newVisitor({ at: `/e/${code}` });
  await expect(late.getByText('The host has closed the event to newcomers. Ask them to open it.')).toBeVisible();
  await expectNoViolations(late);

  const cohost = await newVisitor({ at: link });
  await cohost.getByLabel('Closed to newcomers').click();
  await late.reload();
  await join(late, 'Cy');
  await expect(waitingRoom(late)).toBeVisible();
  await cohost.getByRole('button', { name: 'End the event' }).click();
  await cohost.getByRole('dialog').getByRole('button', { name: 'End the event' }).click();
  for (const page of [late, host, cohost]) await expect(page.getByText('This event is over.')).toBeVisible();
});

test('guests are led to the login by what is for members', async ({ newVisitor, api }) => {
  const host = await newVisitor({ token: await api.signUp(newName('ida')), at: '/host' });
  await host.getByText('Members only').click();
  const code = await open(host, 'Team cup', [FIRST]);
  const guest = await newVisitor({ at: `/e/${code}` });
  await expect(guest.getByText('This event is for members.')).toBeVisible();
  await expect(guest.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
  await guest.goto('/join?code=aaaaaaaa');
  await screenOf(guest);
  await join(guest, 'Di');
  await expect(guest.getByText('There is no event with this code.')).toBeVisible();
  await expectNoViolations(guest);
});
