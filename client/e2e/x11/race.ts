import type { Page } from '@playwright/test';

import { type Api, newName } from '../api';
import { expect } from '../fixtures';
import { enterRace, start } from '../race';
import type { X11 } from '../X11';
import { pressesOf, type Way } from './keys';

/** The fixtures of a race. */
interface Fixtures {
  newVisitor: (visit: { token: string; at: null; stored: Record<string, string> }) => Promise<Page>;
  api: Api;
  x11: X11;
}

/** Types a race through a text in `language` with the keys of a real keyboard, and expects that it is verified. */
export async function expectVerified(
  { newVisitor, api, x11 }: Fixtures,
  language: 'en' | 'es',
  way: Way,
): Promise<void> {
  const token = await api.signUp(newName('ines'));
  const settings = JSON.stringify({ textLanguage: language });
  const page = await newVisitor({ token, at: null, stored: { settings } });
  const text = await enterRace(page);
  await start(page);
  await x11.press(...pressesOf(text, way));
  await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('100.00');
  const verdict = async () =>
    (await api.post<{ runs: { verdict: string }[] }>('/api/history', { token })).runs[0]?.verdict;
  await expect.poll(verdict).toBe('verified');
}
