import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

/** The option that Enter would choose, as screen readers are told. */
function marked(page: Page): Promise<string> {
  return page.getByRole('combobox', { name: 'Country' }).evaluate((field) => {
    const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
    return option?.textContent ?? '';
  });
}

test('a country is found and chosen by keyboard alone', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/account/signup' });
  const { keyboard } = page;
  const country = page.getByRole('combobox', { name: 'Country' });
  const options = page.getByRole('option');
  await page.getByLabel('Email').focus();
  await keyboard.press('Tab');
  await expect(country).toBeFocused();
  await expect(country).toHaveAttribute('aria-expanded', 'false');
  await expectNoViolations(page);
  await keyboard.press('ArrowDown');
  await expect(country).toHaveAttribute('aria-expanded', 'true');
  await expect(options).toHaveCount(250);
  await expect(page.getByRole('listbox')).toHaveCSS('max-height', '300px');
  expect(await marked(page)).toBe('Prefer not to say');
  for (const [key, option] of [
    ['PageDown', 'American Samoa'],
    ['End', 'Zimbabwe'],
    ['ArrowUp', 'Zambia'],
    ['Home', 'Prefer not to say'],
    ['ArrowDown', 'Afghanistan'],
  ] as const) {
    await keyboard.press(key);
    await expect.poll(() => marked(page)).toBe(option);
    await expect(page.getByRole('option', { name: option, exact: true })).toBeInViewport();
  }
  await keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(country).toHaveValue('Prefer not to say');

  // The keys of one task find the list of what was typed. The next name replaces the one that was chosen.
  for (const [typed, name] of [
    ['south k', 'South Korea'],
    ['vietnam', 'Vietnam'],
    ['Laos', 'Laos'],
    ['turkey', 'Türkiye'],
    ['Ivory Coast', 'Côte d’Ivoire'],
    ['alemania', 'Germany'],
  ] as const) {
    await keyboard.type(typed);
    await keyboard.press('Enter');
    await expect(country).toHaveValue(name);
    await expect(options).toHaveCount(0);
  }
  await keyboard.type('guine');
  await expect(options).toHaveCount(4);
  await expectNoViolations(page);
  await keyboard.press('Escape');
  await keyboard.press('ArrowDown');
  await expect.poll(() => marked(page)).toBe('Germany');
  await keyboard.press('ArrowDown');
  await keyboard.press('Tab');
  await expect(country).toHaveValue('Ghana');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});

test('the country field never keeps what is not a country', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/account/signup' });
  const country = page.getByRole('combobox', { name: 'Country' });
  const type = async (text: string) => {
    await country.click();
    await page.keyboard.press('Backspace');
    await page.keyboard.type(text);
  };
  await type('zzz');
  await expect(page.getByText('No matching country')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(country).toHaveValue('Prefer not to say');
  for (const [typed, name] of [
    ['Costa', 'Prefer not to say'],
    ['costa rica', 'Costa Rica'],
    ['Panam', 'Costa Rica'],
    ['', 'Prefer not to say'],
  ] as const) {
    await type(typed);
    await page.getByLabel('Username').click();
    await expect(country).toHaveValue(name);
  }
});

test('on a phone, a country is chosen by tapping', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/account/signup', viewport: { width: 390, height: 700 }, hasTouch: true });
  const country = page.getByRole('combobox', { name: 'Country' });
  await country.tap();
  await expect(page.getByRole('listbox')).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('pana');
  await page.getByRole('option', { name: 'Panama' }).tap();
  await expect(country).toHaveValue('Panama');
  await expect(page.getByRole('listbox')).toBeHidden();
});
