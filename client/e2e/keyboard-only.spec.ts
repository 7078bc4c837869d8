import { newName, PASSWORD } from './api';
import { expect, test } from './fixtures';
import { tabTo } from './keyboard';
import { start, textOfRoom, typeByHand } from './race';

test('signup, race, results and the next race work by keyboard alone', async ({ newVisitor }) => {
  const page = await newVisitor();
  const username = newName('kim');
  const main = page.getByRole('main');
  await tabTo(page, main.getByRole('link', { name: 'Sign up' }));
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(`${username}@example.org`);
  await tabTo(page, page.getByLabel('Country'));
  await page.keyboard.type('Costa');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Country')).toHaveValue('Costa Rica');
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await tabTo(page, page.getByLabel('Confirm password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(page.getByText(`Welcome, ${username}`)).toBeVisible();
  const multiplayer = main.getByRole('button', { name: 'Multiplayer' });
  await tabTo(page, multiplayer);
  const text = await textOfRoom(page, () => page.keyboard.press('Enter'));
  await start(page);
  await typeByHand(page, text);
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();

  const code = new URL(page.url()).pathname;
  await tabTo(page, page.getByRole('button', { name: 'Race again' }));
  await textOfRoom(page, () => page.keyboard.press('Enter'));
  await expect(page.getByRole('list', { name: 'Racers' }).getByRole('link', { name: username })).toBeVisible();
  expect(new URL(page.url()).pathname).not.toBe(code);
});

test('a replay is played by keyboard alone, and says no more than who has finished', async ({ newVisitor, api }) => {
  const username = newName('kim');
  const token = await api.signUp(username);
  const page = await newVisitor({ token, at: null });
  const code = await api.openRoom(token);
  const text = await textOfRoom(page, () => page.goto(`/multiplayer/${code}/`));
  await start(page);
  await typeByHand(page, text);
  await expect(page.getByText('Result saved', { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Replay' }));
  await page.keyboard.press('Enter');

  const moment = page.getByRole('slider', { name: 'Moment of the race' });
  await tabTo(page, moment);
  const replay = page.getByRole('region', { name: 'Replay' });
  await expect(replay).toMatchAriaSnapshot(`
    - region "Replay":
      - status
      - list "Racers":
        - listitem:
          - link "${username}"
          - text: you
          - progressbar "${username}’s progress"
          - text: 0%
      - button "To the start"
      - button "Back one second"
      - button "Back one key"
      - button "Play the replay"
      - button "Forward one key"
      - button "Forward one second"
      - button "To the end"
      - slider "Moment of the race"
      - figure "Text"
      - text: Playback speed
      - group "Playback speed":
        - radio "0.5×"
        - text: 0.5×
        - radio "1×" [checked]
        - text: 1×
        - radio "2×"
        - text: 2×
        - radio "4×"
        - text: 4×
      - paragraph: /^Keys:/
  `);
  const said = replay.getByRole('status');
  await page.keyboard.press('Space');
  await expect(replay.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(said).toBeEmpty();
  await tabTo(page, replay.getByRole('radio', { name: '1×', exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(replay.getByRole('radio', { name: '2×' })).toBeChecked();
  await expect(said).toHaveText(`${username} has finished`);
  await expect(moment).toHaveAttribute('aria-valuetext', /^(\d+) of \1 seconds?$/);
  await expect(replay.getByRole('button', { name: 'Play the replay' })).toBeVisible();
});
