import { expect, test } from './fixtures';

test('the Caps Lock warning follows the key of a real keyboard', async ({ open }) => {
  const visitor = await open();
  const isWarned = () =>
    visitor.driver.executeScript<boolean>(
      `return document.querySelector('main').innerText.includes('Caps Lock is on')`,
    );
  await visitor.goTo('/singleplayer/');
  await visitor.textToType();
  for (const [key, isOn] of [
    ['b', false],
    ['Caps_Lock', true],
    ['c', true],
    ['Caps_Lock', false],
    ['d', false],
    ['Caps_Lock', true],
  ] as const) {
    await visitor.pressInX11(key);
    await expect.poll(isWarned, key).toBe(isOn);
  }

  // A page that is opened with it on.
  await visitor.goTo('/singleplayer/');
  await visitor.textToType();
  await visitor.pressInX11('e');
  await expect.poll(isWarned).toBe(true);
  await visitor.pressInX11('Caps_Lock');
  await expect.poll(isWarned).toBe(false);
});
