import { newName } from './api';
import { expect, test } from './fixtures';
import { tabTo } from './keyboard';
import { start, typeByHand } from './race';

// A racer who was removed.
test.use({ allowedTrouble: /status of 40[1349] / });

const TEXT = 'birds fly';

test('a host holds an event, and a guest races in it, by keyboard alone', async ({ newVisitor, api }) => {
  const host = await newVisitor({ token: await api.signUp(newName('kim')), at: '/host' });
  const onHost = host.getByRole('main');
  await tabTo(host, host.getByLabel('Title'));
  await host.keyboard.type('Keys only');
  const kind = host.getByLabel('Round 1: Kind of text');
  await tabTo(host, kind);
  for (let option = 0; option < 3; option += 1) await host.keyboard.press('ArrowDown');
  await expect(kind).toHaveValue('own');
  await tabTo(host, host.getByLabel('Your text'));
  await host.keyboard.type(TEXT);
  for (const round of [2, 2]) {
    await tabTo(host, host.getByRole('button', { name: `Round ${round}: Remove this round` }));
    await host.keyboard.press('Enter');
  }
  await expect(host.getByLabel('Round 2: Kind of text')).toHaveCount(0);
  await tabTo(host, host.getByRole('radio', { name: 'Anyone with the code' }));
  await host.keyboard.press('Tab');
  await host.keyboard.press('ArrowRight');
  await expect(host.getByRole('radio', { name: 'Average speed' })).toBeChecked();
  await tabTo(host, onHost.getByRole('button', { name: 'Open the event' }));
  await host.keyboard.press('Enter');
  await expect(host.getByRole('heading', { level: 1, name: 'Keys only' })).toBeVisible();
  const code = new URL(host.url()).pathname.split('/')[2] ?? '';

  const guest = await newVisitor({ at: '/join' });
  await expect(guest.getByLabel('Code')).toBeFocused();
  await guest.keyboard.type(code);
  await guest.keyboard.press('Tab');
  await expect(guest.getByLabel('Nickname')).toBeFocused();
  await guest.keyboard.type('Bo');
  await guest.keyboard.press('Enter');
  await expect(guest.getByRole('heading', { name: /^You’re in/ })).toBeFocused();

  const stranger = await newVisitor({ at: `/e/${code}` });
  await stranger.getByLabel('Nickname').fill('Cy');
  await stranger.getByRole('button', { name: 'Join', exact: true }).click();
  const remove = onHost.getByRole('button', { name: 'Remove Cy' });
  // Until both have seats there, each is in a list of their own.
  await expect(onHost.getByRole('list', { name: 'In the waiting room' }).getByRole('listitem')).toHaveCount(2);
  await tabTo(host, remove);
  await host.keyboard.press('Enter');
  await expect(stranger.getByText('The host has removed you from this event.')).toBeVisible();
  await expect(onHost.getByRole('listitem').filter({ hasText: 'Bo' })).toBeFocused();

  const begin = onHost.getByRole('button', { name: 'Start round 1' });
  await host.keyboard.press('Shift+Tab');
  await expect(begin).toBeFocused();
  await host.keyboard.press('Enter');
  await start(guest);
  await typeByHand(guest, TEXT);
  await expect(guest.getByRole('region', { name: 'Results' })).toBeFocused();
  await expect(guest.getByRole('table', { name: 'Table' }).getByRole('row')).toHaveText([/Place/, /1\s*Bo/]);

  const end = onHost.getByRole('button', { name: 'End the event' });
  await tabTo(host, end);
  await host.keyboard.press('Enter');
  await tabTo(host, host.getByRole('dialog').getByRole('button', { name: 'End the event' }));
  await host.keyboard.press('Enter');
  for (const page of [host, guest]) await expect(page.getByText('This event is over.')).toBeVisible();
});
