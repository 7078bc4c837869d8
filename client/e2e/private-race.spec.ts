import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { roomOf, start, textOfRoom, typeByHand } from './race';

/** A waiting time after which a race would start by itself long before friends have come. */
test.use({
  serverSettings: { COLIBRI_WAITING_MS: '1000', COLIBRI_COUNTDOWN_MS: '2000' },
  allowedTrouble: /status of 409/,
});

test('friends meet by link and by code, and race when the opener says so', async ({ newVisitor, api }) => {
  test.slow();
  const names = [newName('ana'), newName('bo'), newName('cy')] as const;
  const ana = await newVisitor({ token: await api.signUp(names[0]) });
  const text = await textOfRoom(ana, () => ana.getByRole('main').getByRole('button', { name: 'Private race' }).click());
  const meeting = ana.getByRole('region', { name: 'Private race' });
  await expect(meeting).toContainText('1 of 5 racers here');
  await expect(ana.getByText('Waiting for your friends...')).toBeVisible();
  await expect(meeting.getByRole('button', { name: 'Start now, against ghosts' })).toBeVisible();
  await expectNoViolations(ana);
  const code = roomOf(ana);
  const spoken = `${code.slice(0, 4)} ${code.slice(4)}`;
  await expect(meeting.getByText(spoken)).toBeVisible();

  // Another tab of the opener opens no other room.
  await ana.goto('/');
  await ana.getByRole('main').getByRole('button', { name: 'Private race' }).click();
  await expect(ana).toHaveURL(`/multiplayer/${code}/`);

  const bo = await newVisitor({ token: await api.signUp(names[1]), at: `/multiplayer/${code}/` });
  await expect(bo.getByRole('region', { name: 'Private race' })).toContainText(`${names[0]} starts the race.`);
  const cy = await newVisitor({ token: await api.signUp(names[2]) });
  await cy.getByRole('main').getByRole('button', { name: 'Enter a code' }).click();
  await expectNoViolations(cy);
  await cy.getByRole('textbox', { name: 'Code' }).fill(spoken.toUpperCase());
  await cy.getByRole('button', { name: 'Join the race' }).click();
  await expect(cy).toHaveURL(`/multiplayer/${code}/`);
  await expect(meeting).toContainText('3 of 5 racers here');

  // Without the opener, the next racer may start the race, until they are back.
  await ana.goto('/');
  await expect(bo.getByRole('button', { name: 'Start the race' })).toBeVisible();
  await ana.goBack();
  await expect(meeting.getByRole('button', { name: 'Start the race' })).toBeVisible();
  await expect(bo.getByRole('button', { name: 'Start the race' })).toBeHidden();
  await meeting.getByRole('button', { name: 'Start the race' }).click();
  await Promise.all([ana, bo, cy].map(start));
  await typeByHand(ana, text);
  await expect(ana.getByText('Result saved', { exact: true })).toBeVisible();
  await expect(ana.getByText('Your first race is your first best.')).toBeVisible();
  await expectNoViolations(ana);

  // A friend who comes too late is offered another race, and the replay of this one.
  const di = await newVisitor({ token: await api.signUp(newName('di')), at: `/multiplayer/${code}/` });
  await expect(di).toHaveURL('/');
  const notice = di.getByRole('status').filter({ hasText: 'This race has already started.' });
  await expect(notice.getByRole('button', { name: 'Race now' })).toBeVisible();
  await notice.getByRole('link', { name: 'Watch the replay' }).click();
  await expect(di).toHaveURL(/\/replay\/[\w-]{22}$/);
  await expect(notice).toBeHidden();

  // "Race again" keeps the friends together.
  await ana.getByRole('button', { name: 'Race again' }).click();
  await expect(meeting.getByRole('button', { name: 'Start now, against ghosts' })).toBeVisible();
  expect(roomOf(ana)).not.toBe(code);
  await typeByHand(bo, text);
  await bo.getByRole('button', { name: 'Race again' }).click();
  await expect(meeting).toContainText('2 of 5 racers here');
  expect(roomOf(bo)).toBe(roomOf(ana));
});

test('a result is compared with those before it', async ({ newVisitor, api }) => {
  test.slow();
  const page = await newVisitor({ token: await api.signUp(newName('eva')) });
  for (const compared of ['Your first race is your first best.', /^\d+\.\d\d wpm (above|below) your best/]) {
    const code = await api.openRoom(await page.evaluate(() => localStorage.getItem('token')));
    const text = await textOfRoom(page, () => page.goto(`/multiplayer/${code}/`));
    await start(page);
    await typeByHand(page, text);
    await expect(page.getByText(compared)).toBeVisible();
  }
});
