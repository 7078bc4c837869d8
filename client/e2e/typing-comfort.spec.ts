import { expect, test } from './fixtures';
import { practice, TEXT } from './typing';

test('a lost focus is shown and restored, Caps Lock is reported, and mute is remembered', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/singleplayer/' });
  const field = page.getByLabel('Type the text here');
  await expect(field).toBeFocused();
  for (const attribute of ['autocapitalize', 'autocomplete', 'autocorrect']) {
    await expect(field).toHaveAttribute(attribute, 'off');
  }
  await expect(field).toHaveAttribute('spellcheck', 'false');

  const lost = page.getByRole('button', { name: 'Click here or press any key to keep typing' });
  await expect(lost).toBeHidden();
  await field.evaluate((element) => element.blur());
  await expect(lost).toBeVisible();
  await lost.click();
  await expect(field).toBeFocused();
  await expect(lost).toBeHidden();

  // A letter goes to the text even if a button or a choice has the focus.
  const mute = page.getByRole('button', { name: 'Mute' });
  const theme = page.getByRole('button', { name: /^Switch to .* mode/ });
  const language = page.getByRole('group', { name: 'Language' }).getByLabel('English');
  for (const control of [mute, theme, language]) {
    await control.focus();
    await expect(lost).toBeVisible();
    await page.keyboard.press('q');
    await expect(field).toBeFocused();
  }
  // A Space presses a button, but would only scroll on a link.
  await page.getByRole('link', { name: 'Imprint' }).focus();
  await page.keyboard.press('Space');
  await expect(field).toBeFocused();

  // A mistake is announced, and gone in the next run.
  const mistake = page.getByRole('status').filter({ hasText: 'Mistake' });
  await page.keyboard.press('#');
  await expect(mistake).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(mistake).toHaveCount(0);

  const capsLock = page.getByRole('alert').filter({ hasText: 'Caps Lock is on' });
  /** Dispatches events of Caps Lock, each with the state that Linux reports. */
  const capsLockKey = (...events: ['keydown' | 'keyup', boolean][]) =>
    field.evaluate((element, sent) => {
      for (const [type, modifierCapsLock] of sent)
        element.dispatchEvent(new KeyboardEvent(type, { key: 'CapsLock', modifierCapsLock, bubbles: true }));
    }, events);
  await capsLockKey(['keydown', false], ['keyup', true]);
  await expect(capsLock).toBeVisible();
  await capsLockKey(['keydown', true], ['keyup', true]);
  await expect(capsLock).toBeHidden();

  await mute.click();
  await expect(field).toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
});

test('the text keeps the keyboard after clicks beside it, and gets it back', async ({ newVisitor }) => {
  const page = await newVisitor();
  await practice(page, 'pura vida');
  const field = page.getByLabel('Type the text here');
  const lost = page.getByRole('button', { name: 'Click here or press any key to keep typing' });
  await page.evaluate(() => {
    document.addEventListener('focusout', () => document.body.toggleAttribute('data-lost', true));
  });
  for (const place of [
    page.locator(TEXT),
    page.getByRole('timer'),
    page.getByText('~ Ana Solano'),
    page.locator('main'),
  ])
    await place.click({ position: { x: 3, y: 3 } });
  await page.mouse.click(5, 400);
  await expect(field).toBeFocused();
  await expect(page.locator('body')).not.toHaveAttribute('data-lost');
  // From a control, too.
  await page.getByRole('link', { name: 'Imprint' }).focus();
  await expect(lost).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(field).toBeFocused();
  await expect(lost).toBeHidden();
});

test('the first key, right or wrong, already has its sound, at 70 percent volume', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.addInitScript(() => {
    const written = () => document.documentElement.dataset;
    let gain: GainNode | undefined;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      written().volume = gain?.gain.value.toFixed(2);
      written().sounds = String(Number(written().sounds ?? 0) + 1);
      return start.apply(this, when);
    };
    const { decodeAudioData } = BaseAudioContext.prototype;
    BaseAudioContext.prototype.decodeAudioData = function (...of) {
      const decoded = decodeAudioData.apply(this, of);
      decoded.then(() => setTimeout(() => (written().decoded = String(Number(written().decoded ?? 0) + 1))));
      return decoded;
    };
    const { connect } = AudioNode.prototype;
    AudioNode.prototype.connect = function (this: AudioNode, ...to: unknown[]) {
      if (this instanceof GainNode && to[0] === this.context.destination) gain = this;
      return Reflect.apply(connect, this, to);
    } as typeof connect;
  });
  await practice(page, 'abc');
  await expect(page.locator('html')).toHaveAttribute('data-decoded', '2');
  await page.keyboard.press('a');
  await page.keyboard.press('x');
  await expect(page.locator('html')).toHaveAttribute('data-sounds', '2');
  await expect(page.locator('html')).toHaveAttribute('data-volume', '0.70');
});

test('buttons and links of the navigation fade equally during typing', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/singleplayer/' });
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  const colors = (names: (readonly [string, 'button' | 'link'])[]) =>
    Promise.all(
      names.map(([name, role]) =>
        page
          .getByRole('navigation', { name: 'Main' })
          .getByRole(role, { name })
          .evaluate((element) => getComputedStyle(element).color),
      ),
    );
  const parts = [
    ['Shop', 'link'],
    ['Play', 'button'],
  ] as const;
  // Under the pointer the navigation does not fade.
  await page.mouse.move(640, 400);
  const [before] = await colors([parts[0]]);
  await page.keyboard.type('abc', { delay: 60 });
  await expect(async () => {
    const [link, button] = await colors([...parts]);
    expect(link).not.toBe(before);
    expect(button).toBe(link);
  }).toPass();
});
