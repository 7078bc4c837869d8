import { resolve } from 'node:path';
import { Key } from 'selenium-webdriver';

import { newName, PASSWORD } from '../api';
import { PATHS } from '../paths';
import { expect, test } from './fixtures';

// The console has the status of the Not Found page, and of a filename without an image.
test.use({ allowedTrouble: /status of 404/, serverSettings: { COLIBRI_PAYMENTS: 'simulator' } });

test('a visitor signs up, verifies the address, changes the skin, and logs out and in', async ({ open, mailbox }) => {
  const username = newName('wes');
  const email = `${username}@example.org`;
  const visitor = await open();
  await visitor.goTo('/account/signup');
  await visitor.fill('Username', username);
  await visitor.fill('Email', email);
  await visitor.fill('Country', 'Costa Rica');
  await visitor.type(Key.ENTER);
  await visitor.fill('Password', PASSWORD);
  await visitor.fill('Confirm password', PASSWORD);
  await visitor.click('Sign up');
  await visitor.text(`Welcome, ${username}`);

  const link = await mailbox.takeLink(email, '/account/verify');
  await visitor.goTo(link);
  await visitor.text('Your email is now verified!');

  await visitor.goTo(`/user/${username}/`);
  await visitor.click('Change skin');
  const skin = await visitor.find(`//dialog[@open]//ul//button[@aria-pressed='false']`);
  await skin.click();
  await visitor.until(`document.querySelectorAll('dialog[open] button[aria-pressed=true]').length === 1`);

  await visitor.goTo('/account/');
  await visitor.click('Log out');
  await visitor.text('Successfully logged out');
  await visitor.goTo('/account/login');
  await visitor.fill('Email', email);
  await visitor.fill('Password', PASSWORD);
  await visitor.type(Key.ENTER);
  await visitor.text('Successfully logged in');
});

test('a skin is bought, and an admin adds one with an image', async ({ open, api, server }) => {
  const username = newName('ada');
  const token = await api.signUp(username);
  await server.grantAdmin(username);
  const visitor = await open(token);
  await visitor.goTo('/shop');
  await (await visitor.find(`(//ul[@aria-label='Today’s skins']//button)[1]`)).click();
  await visitor.click('Continue with PayPal');
  await visitor.click('Pay with play money');
  await visitor.text('Payment successful');

  await visitor.goTo('/admin');
  const name = newName('Cloud Bird');
  await visitor.fill('Name', name);
  await visitor.fill('Filename', newName('cloud'));
  await visitor.fill('Description', 'Lives where the mist does.');
  await visitor.fill('Price', '2.49');
  await visitor.choose('Image', resolve('static/img/skins/quetzal.png'));
  await visitor.find(`//img[@alt='Skin image']`);
  await visitor.click('Add skin');
  await visitor.text(`${name} was added. It goes on sale in the shop tomorrow (UTC).`);
});

for (const theme of ['dark', 'light'] as const)
  test(`every page opens in the ${theme} theme without an error`, async ({ open, api }) => {
    const visitor = await open(await api.signUp(newName('vera')));
    if (theme === 'light') await visitor.click('Switch to dark mode');
    await visitor.click(`Switch to ${theme} mode`);
    await visitor.until(`document.documentElement.dataset.theme === '${theme}'`);
    for (const path of [...PATHS, '/account/']) await visitor.goTo(path);
    expect(visitor.troubles.filter((line) => !line.includes('404'))).toEqual([]);
  });
