import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { enterRace, start, typeByHand, typeByScript } from './race';

test('a held result says why, and counts once an admin accepts it', async ({ newVisitor, api, server, mailbox }) => {
  test.slow();
  const [owner, admin] = [newName('olga'), newName('ada')];
  const page = await newVisitor({ token: await api.signUp(owner), at: null });
  const text = await enterRace(page);
  await start(page);
  await typeByScript(page, text.charAt(0));
  await typeByHand(page, text.slice(1));
  const results = page.getByRole('region', { name: 'Results' });
  const finisher = page.getByRole('list', { name: 'Leaderboard' }).getByRole('listitem').filter({ hasText: owner });
  for (const place of [results, finisher]) await expect(place).toContainText('Held back: it doesn’t count yet.');
  await expect(finisher).not.toContainText(' place');
  const racesTotal = async () =>
    (await api.post<{ racesTotal: number }>('/api/getstats', { username: owner })).racesTotal;
  expect(await racesTotal()).toBe(0);
  await expectNoViolations(page);

  await page.reload();
  for (const place of [results, finisher]) await expect(place).toContainText('Held back: it doesn’t count yet.');
  await page.getByRole('button', { name: 'See why' }).click();
  const verdict = page.getByRole('region', { name: 'Held back' });
  await expect(verdict.getByRole('listitem')).toHaveText(/A program made some of the keys.*: 1 \(at most 0\)/);
  await expectNoViolations(page);
  await verdict.getByRole('button', { name: 'Request a review' }).click();
  await expect(verdict.getByRole('status')).toHaveText('We’ll review it, and send you an email.');

  const token = await api.signUp(admin);
  await server.grantAdmin(admin);
  const desk = await newVisitor({ token, at: '/admin' });
  const held = desk.getByRole('region', { name: 'Held results' });
  const card = held.getByRole('listitem').filter({ has: desk.getByRole('link', { name: owner }) });
  await expect(card.getByRole('heading', { name: 'How it went' })).toBeVisible();
  await expect(card).toContainText('A program made some of the keys.');
  await expectNoViolations(desk);
  await card.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(card.getByLabel('Reason')).toBeFocused();
  await desk.keyboard.type('Your screen reader sends keys like this.');
  await expectNoViolations(desk);
  await card.getByRole('button', { name: 'Accept' }).click();
  await expect(desk.getByText('Accepted. The result counts now.')).toBeVisible();
  await expect(card).toHaveCount(0);

  await mailbox.mail(`${owner}@example.org`, 'Your screen reader sends keys like this.');
  expect(await racesTotal()).toBe(1);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Accepted after review' })).toContainText(
    'Reason: Your screen reader sends keys like this.',
  );
});
