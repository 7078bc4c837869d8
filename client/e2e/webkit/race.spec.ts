import { newName } from '../api';
import { ROOMS_OF_TWO } from '../server';
import { expect, test } from './fixtures';

test.use({ serverSettings: ROOMS_OF_TWO });

test('two racers race to the results, and one of them in a second window', async ({ open, api }) => {
  const [ana, bo] = [newName('ana'), newName('bo')];
  const tokens = [await api.signUp(ana), await api.signUp(bo)] as const;
  const [first, second] = [await open(tokens[0]), await open(tokens[1])];
  const room = `/multiplayer/${await api.openRoom(tokens[0])}/`;
  await first.goTo(room);
  await first.text('Waiting for opponents. Starting in ca:');

  // A second window takes the race over, and gives it back.
  const [window] = await first.driver.getAllWindowHandles();
  await first.driver.switchTo().newWindow('tab');
  const [other] = (await first.driver.getAllWindowHandles()).filter((handle) => handle !== window);
  await first.goTo(room);
  await first.text('Waiting for opponents. Starting in ca:');
  await first.driver.switchTo().window(window ?? '');
  await first.text('You joined this race from another window.');
  await first.click('Race here');
  await first.text('Waiting for opponents. Starting in ca:');
  await first.driver.switchTo().window(other ?? '');
  await first.driver.close();
  await first.driver.switchTo().window(window ?? '');

  await second.goTo(room);
  await first.until(`document.querySelectorAll('[aria-label=Racers] li').length === 2`);
  const racers = [first, second];
  const started = `!document.getElementById('typing-overlay')`;
  await Promise.all(racers.map((racer) => racer.until(started)));
  const texts = await Promise.all(racers.map((racer) => racer.textToType()));
  expect(texts[0]).toBe(texts[1]);
  for (const [racer, text] of [
    [first, texts[0]],
    [second, texts[1]],
  ] as const) {
    await racer.type(text ?? '');
    await racer.text('Result saved');
  }
  for (const racer of racers) {
    const places = await racer.driver.executeScript<string[]>(
      `return [...document.querySelectorAll('section ol a')].map((link) => link.textContent)`,
    );
    expect(places).toEqual([ana, bo]);
    expect(await racer.driver.findElements({ xpath: `//*[contains(., 'Held back')]` })).toEqual([]);
    await racer.find(`//button[normalize-space()='Race again']`);
  }
});

test('a racer leaves a running race, returns to it and finishes', async ({ open, api }) => {
  const [ada, bea] = [newName('ada'), newName('bea')];
  const tokens = [await api.signUp(ada), await api.signUp(bea)] as const;
  const [stays, leaves] = [await open(tokens[0]), await open(tokens[1])];
  const room = `/multiplayer/${await api.openRoom(tokens[0])}/`;
  await stays.goTo(room);
  await leaves.goTo(room);
  for (const racer of [stays, leaves]) await racer.until(`!document.getElementById('typing-overlay')`);
  const text = await leaves.textToType();
  await leaves.type(text.slice(0, 20));
  await leaves.goTo('/about');
  await stays.text('Disconnected');
  await leaves.goTo(room);
  await leaves.textToType();
  await leaves.type(text.slice(20));
  await leaves.text('Result saved');
});
