import { expect, test } from './fixtures';

/** A text with the letters and signs of Spanish, and the keys for it: dead keys for accents, AltGr for the last. */
const TEXT = '¿Qué? ñandú, pingüino, Ávila @';
const KEYS = [
  ...['questiondown', 'Q', 'u', 'dead_acute', 'e', 'question', 'space'],
  ...['ntilde', 'a', 'n', 'd', 'dead_acute', 'u', 'comma', 'space'],
  ...['p', 'i', 'n', 'g', 'dead_diaeresis', 'u', 'i', 'n', 'o', 'comma', 'space'],
  ...['dead_acute', 'A', 'v', 'i', 'l', 'a', 'space', 'at'],
];

for (const [layout, name] of [
  ['es', 'Spanish'],
  ['latam', 'Latin American'],
] as const) {
  test(`accents, signs and AltGr of a ${name} keyboard are typed without a mistake`, async ({ open }) => {
    const visitor = await open();
    await visitor.setLayout(layout);
    const own = JSON.stringify({ text: TEXT, part: 0 });
    await visitor.driver.executeScript(`localStorage.setItem('ownText', arguments[0])`, own);
    await visitor.goTo('/singleplayer/?mode=own');
    expect(await visitor.textToType()).toBe(TEXT);
    await visitor.pressInX11(...KEYS);
    await visitor.text('100.00%');
  });
}
