import { Key } from 'selenium-webdriver';

import { Api, newName } from '../api';
import { saveRun } from '../runs';
import { Server } from '../server';
import { expect, test } from './fixtures';

test('words are practiced, and their run is in the history with its review and its keys', async ({ open, api }) => {
  const token = await api.signUp(newName('wilma'));
  const visitor = await open(token);
  await visitor.goTo('/singleplayer/?mode=words&count=10');
  const words = await visitor.textToType();
  expect(words.split(' ')).toHaveLength(10);
  await visitor.type(words);
  await visitor.text('Results');
  await expect.poll(async () => (await api.post<{ runs: object[] }>('/api/history', { token })).runs.length).toBe(1);

  await visitor.goTo('/history');
  await visitor.find(`//tr[contains(., 'Practice · 10 words')]`);
  await (await visitor.find(`//a[starts-with(., '${words.slice(0, 20)}')]`)).click();
  await visitor.find(`//h1[.='10 words']`);
  await (await visitor.find(`//summary[.='All keys']`)).click();
  await visitor.find(`//table//th[.='Space']`);

  await visitor.goTo('/keys');
  await visitor.text('From 1 run.');
  await (await visitor.find(`//label[normalize-space()='Pairs']`)).click();
  await visitor.find(`//table//th[string-length(.) = 2]`);
});

test('a chart is zoomed by dragging, and a practice is deleted', async ({ open, api }) => {
  const token = await api.signUp(newName('wendy'));
  for (const text of ['the first bird', 'the second bird']) await saveRun(api, token, { text });
  const visitor = await open(token);
  // The runs of this test are too close to each other to be zoomed.
  const points = Array.from({ length: 30 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 9, day + 1)).toISOString(),
    wpm: 60 + day,
    accuracy: 95,
    runs: 1,
  }));
  await visitor.driver.executeScript(
    `const [points, { fetch }] = [arguments[0], window];
     window.fetch = (input, init) =>
       String(input).endsWith('/api/history/plot') ? Promise.resolve(Response.json({ points })) : fetch(input, init);`,
    points,
  );
  await visitor.driver.actions().keyDown(Key.CONTROL).sendKeys('k').keyUp(Key.CONTROL).perform();
  await visitor.until(`document.activeElement.getAttribute('role') === 'combobox'`);
  await visitor.type('history', Key.ENTER);
  const chart = await visitor.find(`//*[@role='img' and starts-with(@aria-label, 'Speed')]`);
  await visitor.driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', chart);
  const drag = visitor.driver.actions().move({ origin: chart, x: -100 }).press();
  await drag.move({ origin: chart, x: 0 }).move({ origin: chart, x: 100 }).release().perform();
  await visitor.find(`//button[.='Show all' and not(@aria-disabled)]`);

  await (await visitor.find(`//a[.='the second bird']`)).click();
  await visitor.click('Delete this practice');
  await visitor.until(`document.activeElement.textContent === 'Cancel'`);
  await visitor.click('Delete');
  await visitor.find(`//h1[.='History']`);
  await visitor.find(`//a[.='the first bird']`);
  expect(await visitor.driver.findElements({ xpath: `//a[.='the second bird']` })).toEqual([]);
});

test.describe('a server that is away', () => {
  test.use({ allowedTrouble: /Could not connect|due to access control checks|status of 5/ });

  test('does not keep anyone from practicing, and gets the result later', async ({ open }) => {
    const server = await Server.start();
    try {
      const token = await new Api(server.url).signUp(newName('wanja'));
      const visitor = await open(token, server.url);
      await visitor.goTo('/singleplayer/');
      await visitor.driver.executeAsyncScript('navigator.serviceWorker.ready.then(() => arguments[0]())');
      // The words are fetched first.
      const keeps = `caches.match('/kept/texts').then((kept) => arguments[0](Boolean(kept)))`;
      await expect.poll(() => visitor.driver.executeAsyncScript(keeps), { timeout: 60_000 }).toBe(true);

      await server.kill();
      await visitor.goTo('/singleplayer/');
      await visitor.type(await visitor.textToType());
      await visitor.text('Results');
      await visitor.find(`//*[@role='status' and contains(., '1 result is kept on this device')]`);

      await server.startAgain();
      await visitor.goTo('/singleplayer/');
      await visitor.find(`//dt[.='Practices completed']/following-sibling::dd[.='1']`);
    } finally {
      await server.stop();
    }
  });
});
