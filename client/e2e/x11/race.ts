import { newName } from '../api';
import { expect } from '../fixtures';
import { enterRace, start } from '../race';
import { test } from './fixtures';
import { pressesOf, type Way } from './keys';

/** A race through a text in a language, typed with the keys of a real keyboard with this layout. */
export function verifiedRaceBy(name: string, language: 'en' | 'es', way: Way, ...layout: [string, ...string[]]): void {
  test(`a race typed by ${name} is verified`, async ({ newVisitor, api, x11 }) => {
    await x11.setLayout(...layout);
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
  });
}
