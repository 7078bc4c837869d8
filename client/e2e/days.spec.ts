import type { Api } from './api';
import { newName } from './api';
import { expect, test } from './fixtures';
import type { Server } from './server';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** Costa Rica is six hours behind UTC all year. */
const ZONE = { timezoneId: 'America/Costa_Rica', behindMs: 6 * HOUR_MS };

/** Returns the day that was so many days ago in Costa Rica. */
function day(ago: number): string {
  return new Date(Date.now() - ZONE.behindMs - ago * DAY_MS).toISOString().slice(0, 10);
}

/** An account of last month, with a run at each of these hours of days in Costa Rica. */
async function typedAt(api: Api, server: Server, runs: readonly { ago: number; hour: number }[]): Promise<string> {
  const token = await api.signUp(newName('sole'));
  await server.runSql("UPDATE users SET created_at = created_at - interval '30 days'");
  for (const { ago, hour } of runs) {
    const date = new Date(Date.parse(day(ago)) + hour * HOUR_MS + ZONE.behindMs).toISOString();
    await api.post('/api/singleplayer', { token, time: 30, wpm: 50 + ago, accuracy: 98, date });
  }
  return token;
}

test('streak, filter and dates are those of the visitor’s evenings', async ({ newVisitor, api, server }) => {
  const evenings = [3, 2, 1].map((ago) => ({ ago, hour: ago % 2 === 0 ? 17 : 19 }));
  const token = await typedAt(api, server, evenings);
  const page = await newVisitor({ token, at: '/history', timezoneId: ZONE.timezoneId });
  const streak = page.locator('dl > div').filter({ hasText: 'Current streak' });
  await expect(streak.getByRole('definition')).toHaveText('3 days');
  await expect(page.getByText('Type today to keep your streak.')).toBeVisible();
  await expect(page.getByText('UTC')).toHaveCount(0);
  const rows = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await page.getByLabel('From', { exact: true }).fill(day(3));
  await page.getByLabel('To', { exact: true }).fill(day(3));
  await expect(rows).toHaveCount(1);
  const name = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day(3)));
  await expect(rows.first()).toContainText(`${name}, 7:00\u202fPM`);
});

test('a clock that is two days off changes no day', async ({ newVisitor, api, server }) => {
  const token = await typedAt(api, server, []);
  await api.post('/api/singleplayer', { token, time: 30, wpm: 50, accuracy: 98, date: new Date().toISOString() });
  for (const days of [-2, 2]) {
    const page = await newVisitor({ token, at: null });
    await page.clock.install({ time: Date.now() + days * DAY_MS });
    await page.goto('/history');
    const streak = page.locator('dl > div').filter({ hasText: 'Current streak' });
    await expect(streak.getByRole('definition')).toHaveText('1 day');
    await expect(page.getByText('Type today to keep your streak.')).toHaveCount(0);
    const typed = page.getByRole('img', { name: /^A calendar/ }).locator('title', { hasText: '1 run' });
    await expect(typed).toHaveCount(1);
  }
});

test('the site’s own days end in the visitor’s time', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/today', timezoneId: ZONE.timezoneId });
  await expect(page.getByText('Next text: 6:00\u202fPM, your time')).toBeVisible();
  await page.goto('/shop');
  await expect(page.getByText('(6:00\u202fPM, your time)')).toBeVisible();
});
