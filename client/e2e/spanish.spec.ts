import type { Page } from '@playwright/test';

import { newName } from './api';
import { expectNoViolations } from './axe';
import { test as base, enterAs, expect } from './fixtures';
import { ROOMS_OF_TWO } from './server';

/** A visitor with a Spanish browser, who has accepted the cookie notice. */
const test = base.extend<{ page: Page }>({
  page: async ({ page, server }, use) => {
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Entendido' }).click();
    await use(page);
  },
});
test.use({ locale: 'es-CR', serverSettings: ROOMS_OF_TWO });

test('errors of the engine are in Spanish, and follow a change to English', async ({ page, api, server }) => {
  const token = await api.signUp(newName('eva'));
  await enterAs(page, token);
  const code = await api.openRoom(token);
  await page.goto(`${server.url}/multiplayer/${code}/`);
  await expect(page.getByText('Esperando rivales.')).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(`${server.url}/multiplayer/${code}/`);
  const told = page.getByRole('main').getByRole('status').last();
  await expect(told).toContainText('Entraste en esta carrera desde otra ventana.');
  await page.getByRole('group', { name: 'Idioma' }).getByText('English').click();
  await expect(told).toContainText('You joined this race from another window.');
});

test('the country list is in Spanish, also for screen readers', async ({ page, server }) => {
  await page.goto(`${server.url}/account/signup`);
  const country = page.getByRole('combobox', { name: 'País' });
  await expect(country).toHaveValue('Prefiero no decirlo');
  await country.fill('zzz');
  await expect(page.getByText('Ningún país coincide')).toBeVisible();
  await country.fill('arabia');
  await expect(page.getByText('1 país', { exact: true })).toBeAttached();
  await expect(page.getByRole('listbox', { name: 'Países' }).getByRole('option')).toHaveText('Arabia Saudita');
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(country).toHaveValue('Arabia Saudita');
  // Also by the English name, and by those in the country's languages.
  for (const name of ['Switzerland', 'Svizzera']) {
    await country.fill('Costa Rica');
    await page.keyboard.press('Enter');
    await country.fill(name);
    await page.keyboard.press('Enter');
    await expect(country).toHaveValue('Suiza');
  }
  await page.getByRole('group', { name: 'Idioma' }).getByText('English').click();
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Switzerland');
});

test('skins have Spanish names and Spanish hints for unlocking them', async ({ page, api, server }) => {
  const username = newName('luz');
  await enterAs(page, await api.signUp(username));
  await page.goto(`${server.url}/user/${username}/`);
  await expect(page.getByRole('img', { name: `${username}, con el aspecto Colibrí` })).toBeVisible();
  await page.getByRole('button', { name: 'Cambiar de aspecto' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tus aspectos' });
  await expect(dialog.getByText('El ave con la que todos empiezan y la que dio nombre al lugar.')).toBeVisible();
  const firethroat = dialog.getByRole('listitem').filter({ hasText: 'Colibrí garganta de fuego' });
  await expect(firethroat).toContainText('Escribe más rápido: llega a 60 ppm en una carrera');
  await expectNoViolations(page);

  await page.goto(`${server.url}/shop`);
  await expect(page.getByRole('button', { name: 'Jesús Perdona todas las erratas. Gratis' })).toBeVisible();
  await expectNoViolations(page);
});

test('the numbers of a run have Spanish formats', async ({ page, server }) => {
  const text = 'Dos gramos de brasa.';
  await page.route('**/api/gettext?*', (route) => route.fulfill({ json: { author: 'Nadie', text, language: 'es' } }));
  await page.goto(`${server.url}/singleplayer/`);
  await expect(page.getByLabel('Escribe el texto aquí')).toBeFocused();
  await page.keyboard.type(text, { delay: 90 });
  await expect(page.getByRole('region', { name: 'Resultados' })).toContainText('100,00');
  await page.getByText('Ver como tabla').click();
  const numbers = page.getByRole('region', { name: 'Velocidad en el tiempo' }).getByRole('row');
  await expect(numbers.nth(1)).toContainText(/^1\d+,\d\d/);
  expect((await numbers.allTextContents()).filter((row) => row.includes('.'))).toEqual([]);
});
