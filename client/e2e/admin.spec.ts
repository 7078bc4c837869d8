import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Api, newName } from './api';
import { expectNoViolations } from './axe';
import { test as base, expect, hold } from './fixtures';
import type { Server } from './server';

interface Fixtures {
  /** The admin's token. */
  token: string;
  /** The admin page, which shows no requests of earlier tests. */
  page: Page;
}

const test = base.extend<Fixtures>({
  token: async ({ api, server }, use) => {
    const token = await signUpAdmin(api, server);
    const { requests } = await api.post<{ requests: { id: number }[] }>('/api/admin/gettextrequests', { token });
    for (const { id } of requests) await api.post('/api/admin/rejecttextrequest', { token, id });
    await use(token);
  },
  page: async ({ newVisitor, token }, use) => use(await newVisitor({ token, at: '/admin' })),
});

// Expected: suggestions decided twice, taken names, and missing images.
test.use({ allowedTrouble: /status of (404|409|422)/ });

async function signUpAdmin(api: Api, server: Server): Promise<string> {
  const username = newName('ada');
  const token = await api.signUp(username);
  await server.grantAdmin(username);
  return token;
}

/** Suggests a text as a new user; returns the beginning of the text and the user's name. */
async function suggest(api: Api): Promise<{ words: string; username: string }> {
  const [words, username] = [newName('words'), newName('sue')];
  const token = await api.signUp(username);
  const text = `“${words}” are the first words of what somebody would like others to type, and so on…`;
  await api.post('/api/textrequest', { token, text, author: 'Sue Vega', url: 'https://example.org/sue/page' });
  return { words, username };
}

test('a suggestion is approved by a key, edited, or rejected with a reason and a mail', async ({
  page,
  api,
  mailbox,
}) => {
  const [first, second, third] = [await suggest(api), await suggest(api), await suggest(api)];
  await page.reload();
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('figure') });
  await expect(cards).toHaveCount(3);
  await expect(page).toHaveTitle('Admin | Colibri');
  await expect(cards.nth(0)).toContainText(`"${first.words}" are the first words`);
  await expect(cards.nth(0)).toContainText('~ Sue Vega');
  await expect(cards.nth(0).getByRole('link', { name: first.username })).toHaveAttribute(
    'href',
    `/user/${first.username}/`,
  );
  const created = cards.nth(0).getByRole('time');
  const since = new Date((await created.getAttribute('datetime')) ?? '');
  expect(Date.now() - since.getTime()).toBeLessThan(60_000);
  await expect(created).toHaveText(new Intl.DateTimeFormat('en-US').format(since));
  const proof = cards.nth(0).getByRole('link', { name: 'example.org/sue/page' });
  await expect(proof).toHaveAttribute('href', 'https://example.org/sue/page');
  await expect(proof).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  await expectNoViolations(page);

  // The arrow keys move between cards, and one key decides.
  await cards.nth(0).getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('a');
  await expect(page.getByText('Approved. 2 left.')).toBeVisible();
  await expect(cards).toHaveCount(2);
  await expect(cards.nth(0)).toContainText(second.words);
  await expect(cards.nth(0)).toBeFocused();

  // Escape ends editing and discards the changes.
  await page.keyboard.press('e');
  const text = cards.nth(0).getByLabel('Text', { exact: true });
  await expect(text).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('e');
  const edited = `${second.words} is now a text that an admin wrote anew, with another beginning.`;
  await text.fill(edited);
  await cards.nth(0).getByLabel('Author').fill('Susana Vega');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Approved. 1 left.')).toBeVisible();

  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press('r');
  await expect(cards.nth(0).getByLabel('Reason')).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.type('We have no proof that she wrote it.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rejected. 0 left.')).toBeVisible();
  await expect(page.getByText('All caught up. The forest is quiet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Text Requests' })).toBeFocused();
  await expectNoViolations(page);

  await mailbox.mail(`${first.username}@example.org`, 'Racers can now type it');
  await mailbox.mail(`${second.username}@example.org`, edited.slice(0, 40));
  await mailbox.mail(`${third.username}@example.org`, 'Reason: We have no proof that she wrote it.');
});

test('two simultaneous decisions remove both requests', async ({ page, api }) => {
  await Promise.all([suggest(api), suggest(api)]);
  const answer = await hold(page, '**/api/admin/approvetextrequest');
  await page.reload();
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('figure') });
  await cards.nth(0).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('a');
  answer();
  await expect(page.getByText('Approved. 0 left.')).toBeVisible();
  await expect(cards).toHaveCount(0);
});

test('the second of two admins learns that a suggestion is decided, and continues', async ({
  page,
  api,
  server,
  newVisitor,
}) => {
  const [first, second] = [await suggest(api), await suggest(api)];
  await page.reload();
  const other = await newVisitor({ token: await signUpAdmin(api, server), at: '/admin' });
  for (const admin of [page, other])
    await expect(admin.getByRole('listitem').filter({ hasText: first.words })).toBeVisible();
  const approve = (admin: Page) =>
    admin.getByRole('listitem').filter({ hasText: first.words }).getByRole('button', { name: 'Approve' }).click();
  await approve(page);
  await expect(page.getByText('Approved. 1 left.')).toBeVisible();
  await approve(other);
  await expect(other.getByText('This text request has already been approved or rejected.')).toBeVisible();
  await expect(other.getByText(`"${first.words}"`)).toBeHidden();
  await expect(other.getByRole('listitem').filter({ hasText: second.words })).toBeFocused();
});

test('a text that already exists cannot be approved, only rejected', async ({ page, token, api }) => {
  const { words } = await suggest(api);
  // Differs in letters, but is the same when typed.
  const { requests } = await api.post<{ requests: { id: number; text: string }[] }>('/api/admin/gettextrequests', {
    token,
  });
  await api.post('/api/textrequest', {
    token,
    text: requests[0]?.text.replace(/[“”]/g, '"'),
    author: 'Sue Vega',
    url: 'https://example.org/',
  });
  await page.reload();
  const cards = page.getByRole('listitem').filter({ hasText: words });
  await cards.nth(0).getByRole('button', { name: 'Approve' }).click();
  await expect(cards).toHaveCount(1);
  await cards.nth(0).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('alert').getByText('We already have this text.')).toBeVisible();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Reason').press('Enter');
  await expect(page.getByText('Rejected. 0 left.')).toBeVisible();
});

test('a skin is added with its image; a missing image or a taken name is refused', async ({ page, token, api }) => {
  const form = page.getByRole('region', { name: 'Add skin' });
  const add = form.getByRole('button', { name: 'Add skin' });
  const name = newName('Cloud Bird');
  const filename = newName('cloud');
  const fill = async (filename: string) => {
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByLabel('Filename').fill(filename);
    await form.getByLabel('Description').fill('Lives where the mist does.');
    await form.getByLabel('Price').fill('2.49');
  };
  await expect(form.getByLabel('Price')).toHaveAttribute('type', 'number');
  await fill('quetzal');
  await expect(form.getByRole('img', { name: 'Skin image' })).toBeVisible();
  await add.click();
  await expect(form.getByRole('alert')).toContainText('This filename is taken.');

  await fill(filename);
  await expect(form.getByText(`No image found at /img/skins/${filename}.png.`)).toBeVisible();
  await expectNoViolations(page);
  await add.click();
  await expect(form.getByRole('alert')).toContainText('No image has this filename.');

  // The page refuses the same values as the server, and sends nothing.
  const image = form.getByLabel('Image', { exact: true });
  await image.setInputFiles({ name: 'cloud.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(form.getByText('This file isn’t a PNG image. Please choose another one.')).toBeVisible();
  const png = await readFile('static/img/skins/quetzal.png');
  await image.setInputFiles({ name: 'cloud.png', mimeType: 'image/png', buffer: png });
  await expect(form.getByText('This file isn’t a PNG image.')).toBeHidden();
  await expect(form.getByRole('img', { name: 'Skin image' })).toBeVisible();
  await expect(form.getByText(/^512 × 512 pixels, \d+ KiB$/)).toBeVisible();
  await expectNoViolations(page);
  await form.getByRole('button', { name: 'Remove image' }).click();
  await expect(image).toBeFocused();
  await image.setInputFiles({ name: 'cloud.png', mimeType: 'image/png', buffer: png });

  await add.click();
  await expect(page.getByText(`${name} was added. It goes on sale in the shop tomorrow (UTC).`)).toBeVisible();
  await expect(form.getByText('Drop a PNG here, or click to choose one')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('');

  const { username } = await api.post<{ username: string }>('/api/isloggedin', { token });
  const stats = await api.post<{ toBeUnlocked: object[] }>('/api/getstats', { username, token });
  expect(stats.toBeUnlocked).toContainEqual(
    expect.objectContaining({ name, filename, description: 'Lives where the mist does.', price: 2.49 }),
  );
  const served = await (await page.request.get(`/img/skins/${filename}.png`)).body();
  // The offset of a PNG's width and height.
  expect([served.readUInt32BE(16), served.readUInt32BE(20)]).toEqual([512, 512]);
});
