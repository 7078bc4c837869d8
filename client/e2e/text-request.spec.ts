import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, requestsTo, test } from './fixtures';

test.use({ allowedTrouble: /status of 409/ });

/** A text of sufficient length, different each time. */
function passage(): string {
  return `“It’s a bird,” she said — and ${newName('it')} flew on through the mist of the cloud forest…`;
}

test('a guest is asked to log in', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/text-request' });
  await expect(page.getByText('In order submit a text request you need to login')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
  await expectNoViolations(page);
});

test('a suggestion is shown as it will be typed, sent, and confirmed', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('tea')), at: '/text-request' });
  const text = passage();
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByLabel('Author').fill('Tea Solís');
  await page.getByLabel('URL for proof').fill('https://example.org/birds');
  const preview = page.getByRole('figure', { name: 'Preview' });
  await expect(preview).toContainText(`"It's a bird," she said - and `);
  await expect(preview).toContainText('~ Tea Solís');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your suggestion!' })).toBeFocused();
  await expect(
    page.getByText('Our team will approve or decline it in the next few business days and email you the result.'),
  ).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Suggest another text' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('');
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByLabel('Author').fill('Tea Solís');
  await page.getByLabel('URL for proof').fill('https://example.org/birds');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').getByText('This text has already been suggested.')).toBeVisible();
  // The form keeps the typed values.
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(text);
});

test('untypeable characters are named while writing, and not sent', async ({ newVisitor, api }) => {
  const page = await newVisitor({ token: await api.signUp(newName('tim')), at: '/text-request' });
  const text = page.getByLabel('Text', { exact: true });
  await text.fill('Too short');
  await expect(page.getByText('9 of at least 60 characters.')).toBeVisible();
  await text.fill(`A snowman ☃ and a sign that nobody sees \u202e stand before ${passage()}`);
  await expect(page.getByText('Can’t be typed on a standard keyboard: ☃ (U+2603), U+202E.')).toBeVisible();
  await expect(text).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('mark')).toHaveText(['☃', 'U+202E']);
  await expectNoViolations(page);

  await page.getByLabel('Author').fill('Tim');
  await page.getByLabel('URL for proof').fill('https://example.org/birds');
  const sent = requestsTo(page, '/api/textrequest');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').getByText('Fix the text before you send it.')).toBeVisible();
  expect(sent).toEqual([]);
  await text.fill(passage());
  await expect(page.getByRole('alert').getByText('Fix the text before you send it.')).toBeHidden();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your suggestion!' })).toBeVisible();
});
