import { newName, PASSWORD } from './api';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { enterTogether, start, typeByHand } from './race';

/** A banned user is refused at the login, and their profile is gone. */
test.use({ allowedTrouble: /status of 40[134]/ });

test('a reported user is banned, replies, and is back once the ban is lifted', async ({
  newVisitor,
  api,
  server,
  mailbox,
}) => {
  test.slow();
  const [reporter, banned, admin] = [newName('rita'), newName('bert'), newName('ada')];
  await api.signUp(banned);
  const page = await newVisitor({ token: await api.signUp(reporter), at: `/user/${banned}/` });
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByLabel('What is wrong?').fill('It insults others.');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Reported. An admin will look at it.')).toBeVisible();
  await page.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(`You block ${banned}.`)).toBeVisible();
  await page.goto('/account/');
  await page.getByRole('button', { name: `Unblock ${banned}` }).click();
  await expect(page.getByText('You block nobody.')).toBeVisible();

  const token = await api.signUp(admin);
  await server.grantAdmin(admin);
  const desk = await newVisitor({ token, at: '/admin/users' });
  const report = desk.getByRole('region', { name: 'Reports' }).getByRole('listitem').filter({ hasText: banned });
  await expect(report).toContainText('It insults others.');
  await expectNoViolations(desk);
  await report.getByRole('link', { name: 'See the user' }).click();
  const card = desk.getByRole('region', { name: 'Users found' }).getByRole('listitem').filter({ hasText: banned });
  await card.getByRole('button', { name: 'Ban' }).press('Enter');
  await expect(card.getByLabel('Days')).toBeFocused();
  await desk.keyboard.type('7');
  await card.getByLabel('Reason').fill('Your name insults others.');
  await expectNoViolations(desk);
  await card.getByRole('button', { name: 'Ban' }).click();
  await expect(card).toContainText('Banned until');
  await report.getByRole('button', { name: 'Settle' }).click();
  await report.getByLabel('Reason').fill('Banned.');
  await report.getByRole('button', { name: 'Settle' }).click();
  await expect(report).toHaveCount(0);
  await mailbox.mail(`${banned}@example.org`, 'Your name insults others.');

  const theirs = await newVisitor({ at: '/account/login' });
  await theirs.getByLabel('Email').fill(`${banned}@example.org`);
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Login' }).last().click();
  await expect(theirs.getByRole('heading', { name: 'Your account is banned' })).toBeVisible();
  await expect(theirs.getByText('Your name insults others.')).toBeVisible();
  await expectNoViolations(theirs);
  await theirs.getByLabel('Your reply').fill('It is my grandmother’s name.');
  await theirs.getByRole('button', { name: 'Send reply' }).click();
  await expect(theirs.getByRole('button', { name: 'Send reply' })).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByText('It is my grandmother’s name.')).toBeVisible();

  await desk.reload();
  await expect(card.getByText('It is my grandmother’s name.')).toBeVisible();
  await card.getByRole('button', { name: 'Lift the ban' }).click();
  await card.getByLabel('Reason').fill('Sorry.');
  await card.getByRole('button', { name: 'Lift the ban' }).click();
  await expect(card.getByRole('button', { name: 'Ban', exact: true })).toBeVisible();
  await page.goto(`/user/${banned}/`);
  await expect(page.getByRole('heading', { name: banned })).toBeVisible();
});

test('a racer is reported and blocked where the race ends', async ({ newVisitor, api, server }) => {
  const [ana, bo, admin] = [newName('ana'), newName('bo'), newName('ada')];
  const first = await newVisitor({ token: await api.signUp(ana) });
  const second = await newVisitor({ token: await api.signUp(bo) });
  const text = await enterTogether(api, [first, second]);
  await Promise.all([first, second].map(start));
  await Promise.all([first, second].map((page) => typeByHand(page, text)));
  await expect(first.getByRole('region', { name: 'Leaderboard' }).getByRole('listitem')).toHaveCount(2);
  await first.getByText('Report or block a racer').click();
  await expectNoViolations(first);
  await first.getByRole('button', { name: `Report ${bo}` }).click();
  await first.getByLabel('What is wrong?').fill('A robot.');
  await first.getByRole('button', { name: 'Send report' }).click();
  await expect(first.getByText('Reported. An admin will look at it.')).toBeVisible();
  await first.getByRole('button', { name: `Block ${bo}` }).click();
  await expect(first.getByText(`You block ${bo}.`)).toBeVisible();

  const token = await api.signUp(admin);
  await server.grantAdmin(admin);
  const desk = await newVisitor({ token, at: '/admin/users' });
  const report = desk.getByRole('region', { name: 'Reports' }).getByRole('listitem').filter({ hasText: bo });
  await expect(report).toContainText('A robot.');
  await report.getByRole('link', { name: 'Replay' }).click();
  // The heading has the name of the racer who was first.
  await expect(desk.getByRole('heading', { name: new RegExp(`${ana}|${bo}`) })).toBeVisible();
});
