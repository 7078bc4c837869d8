import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('the site can be shared by link, tweet and chat, and donated to', async ({ newVisitor, server }) => {
  const page = await newVisitor({ at: null });
  await page.clock.install();
  await page.goto('/');
  await page.context().route(/twitter\.com|wa\.me/, (route) => route.fulfill({ body: 'elsewhere' }));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = page.getByRole('dialog', { name: 'Share this page' });
  const open = () => page.getByRole('button', { name: 'Share this page' }).click();
  const said = (text: string) => page.getByRole('status').filter({ hasText: text });

  await open();
  await expect(dialog).toBeVisible();
  await expectNoViolations(page);
  await expect(dialog.getByRole('link', { name: 'Donate' })).toHaveAttribute(
    'href',
    'https://example.org/colibri/donate',
  );
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(said('Successfully copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/`);
  await page.clock.runFor(3000);
  await expect(said('Successfully copied to clipboard')).toBeHidden();

  for (const [way, host, message] of [
    ['Tweet', 'twitter.com', 'Successfully opened Twitter'],
    ['WhatsApp', 'wa.me', 'Successfully opend WhatsApp'],
  ] as const) {
    await open();
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: way }).click();
    const elsewhere = await opened;
    await elsewhere.waitForURL((url) => url.host === host && url.search.includes(encodeURIComponent(server.url)));
    await elsewhere.close();
    await expect(said(message)).toBeVisible();
    await expect(dialog).toBeHidden();
  }
});

test('a dialog closes by Escape or a click beside it, and returns the focus', async ({ newVisitor }) => {
  const page = await newVisitor();
  const dialog = page.getByRole('dialog', { name: 'Share this page' });
  const button = page.getByRole('button', { name: 'Share this page' });
  const clickBeside = () => page.mouse.click(10, 10);
  const pressEscape = () => page.keyboard.press('Escape');
  for (const close of [pressEscape, clickBeside, pressEscape, pressEscape, clickBeside]) {
    await button.press('Enter');
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }

  await button.press('Enter');
  const title = dialog.getByRole('heading', { name: 'Share this page' });
  const box = await title.boundingBox();
  if (!box) throw new Error('the title is shown');
  // A click inside its padding, and a drag from the title to the page beside it, as when selecting text.
  await page.mouse.click(box.x - 5, box.y + 5);
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(10, 10);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
});
