import { Key } from 'selenium-webdriver';

import { newName } from '../api';
import { expect, test } from './fixtures';

test('a user practices with mistakes, sees results and review, and starts again', async ({ open, api }) => {
  const visitor = await open(await api.signUp(newName('wanda')));
  await visitor.goTo('/singleplayer/');
  const text = await visitor.textToType();
  await visitor.type(text.slice(0, 6), '#', Key.BACK_SPACE, text.slice(6, -1));
  await visitor.type('#');
  // The end is reached, but not every character is correct.
  await visitor.text('Fix 1 mistake to finish');
  await visitor.type(Key.BACK_SPACE, text.slice(-1));
  await visitor.text('Results');
  const accuracy = Math.round(((text.length - 2) / text.length) * 10_000) / 100;
  await visitor.text(`${accuracy.toFixed(2)}%`);
  // Saved, as the statistics say.
  await visitor.find(`//dt[.='Practices completed']/following-sibling::dd[.='1']`);

  await visitor.type(Key.ENTER);
  expect(await visitor.textToType()).toBe(text);
  await visitor.type(text);
  await visitor.text('100.00%');
});

test('a word is deleted at once, and letters with accents are typed', async ({ open }) => {
  const visitor = await open();
  await visitor.goTo('/singleplayer/');
  const text = await visitor.textToType();
  const end = text.indexOf(' ', 12);
  await visitor.type(text.slice(0, end - 1), 'é');
  await visitor.driver.actions().keyDown(Key.CONTROL).sendKeys(Key.BACK_SPACE).keyUp(Key.CONTROL).perform();
  await visitor.type(text.slice(text.lastIndexOf(' ', end - 1) + 1));
  await visitor.text('Results');
});
