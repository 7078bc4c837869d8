import type { Page } from '@playwright/test';

import { expectNoViolations } from './axe';
import { test as base, expect } from './fixtures';

/** Somebody who reads Spanish, and has accepted the cookie notice. */
const test = base.extend<{ page: Page }>({
  page: async ({ page, server }, use) => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Entendido' }).click();
    await use(page);
  },
});
test.use({ locale: 'es-CR' });

test('the list of countries speaks Spanish, also to who does not see it', async ({ page, server }) => {
  await page.goto(`${server.url}/account/signup`);
  const country = page.getByLabel('País');
  await country.focus();
  await expect(country).toHaveAccessibleDescription(/^Elegido: Prefiero no decirlo\. ?País: escribe para buscar/);
  const said = page.getByRole('log');
  await country.fill('zzz');
  await expect(page.getByText('Ningún país se llama así')).toBeVisible();
  await expect(said).toContainText('0 opciones con zzz.');
  await country.fill('arabia');
  await expect(said).toContainText('1 opción con arabia.');
  await expect(page.getByRole('option', { name: 'Arabia Saudita' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(said).toContainText('Elegido: Arabia Saudita.');
});
