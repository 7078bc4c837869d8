import { newName } from './api';
import { expect, test } from './fixtures';
import { enterTogether, start, textOfRoom, typeByHand } from './race';
import { ROOMS_OF_TWO } from './server';

// In a long text, a key is less than a whole percent.
test.use({ serverSettings: ROOMS_OF_TWO, texts: 'long' });

test('a racer who reloads during a race continues, and both race again in one room', async ({ newVisitor, api }) => {
  const [rosa, sol] = [newName('rosa'), newName('sol')];
  const [first, second] = [
    await newVisitor({ token: await api.signUp(rosa) }),
    await newVisitor({ token: await api.signUp(sol) }),
  ];
  const text = await enterTogether(api, [first, second]);
  const code = new URL(first.url()).pathname;
  await Promise.all([first, second].map(start));

  const half = Math.floor(text.length / 2);
  const staying = typeByHand(second, text);
  // One mistake and its correction: two keys more than the text's length.
  await first.keyboard.type('#');
  await first.keyboard.press('Backspace');
  await typeByHand(first, text.slice(0, half));
  await first.reload();
  const progress = first.getByRole('progressbar', { name: rosa });
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(first.getByLabel('Type the text here')).toBeFocused();
  // No key is lost, not even those after the last whole percent.
  await typeByHand(first, text.slice(half));
  await staying;
  for (const page of [first, second]) {
    await expect(page.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
    // After the reload, the log of keys went on.
    await expect(page.getByText('Not verified')).toHaveCount(0);
  }

  // A reload of the results does not change them.
  const numbers = first.getByRole('region', { name: 'Results' }).locator('dl');
  const before = (await numbers.textContent()) ?? '';
  expect(before).not.toContain('100.00');
  await first.reload();
  await expect(first.getByText('Result saved', { exact: true })).toBeVisible();
  await expect(numbers).toHaveText(before);
  await expect(first.getByRole('heading', { name: 'How it went' })).toBeVisible();
  await expect(first.getByText('Not a single mistake')).toHaveCount(0);

  const again = (page: typeof first) =>
    textOfRoom(page, () => page.getByRole('button', { name: 'Race again' }).click());
  const next = await again(first);
  expect(await again(second)).toBe(next);
  expect(new URL(first.url()).pathname).not.toBe(code);
  expect(second.url()).toBe(first.url());
  await expect(first.getByRole('list', { name: 'Racers' }).getByRole('listitem')).toHaveCount(2);
});
