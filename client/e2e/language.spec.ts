import { newName } from './api';
import { expectNoViolations } from './axe';
import { expect, logIn, screenOf, test } from './fixtures';
import { PATHS } from './paths';

test('the site has the browser’s language, or the chosen one, also after a reload', async ({ newVisitor }) => {
  const page = await newVisitor({ isNew: true, locale: 'es-CR' });
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expect(page.getByRole('heading', { name: 'Clasificación' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Condiciones' }).click();
  await expect(page.getByRole('heading', { name: 'Condiciones de uso' })).toBeVisible();
  await expect(page).toHaveTitle('Condiciones de uso | Colibri');

  await page.getByRole('link', { name: 'Aviso legal' }).click();
  await expect(page).toHaveTitle('Aviso legal | Colibri');
  await page.goBack();

  await page.getByRole('group', { name: 'Idioma' }).getByLabel('English').check({ force: true });
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Language' }).getByLabel('English')).toBeChecked();
});

test('a browser language that is no valid tag breaks no screen', async ({ newVisitor, api }) => {
  const username = newName('ola');
  const page = await newVisitor({ token: await api.signUp(username), at: null, locale: 'en-US@posix' });
  for (const path of [...PATHS.filter((path) => path !== '/nowhere'), '/account/', `/user/${username}/`]) {
    await page.goto(path);
    await screenOf(page);
    await page.waitForLoadState('networkidle');
  }
  const text = 'Two grams of ember.';
  await page.route('**/api/gettext?*', (route) => route.fulfill({ json: { author: 'Nobody', text, language: 'en' } }));
  await page.goto('/singleplayer/');
  await expect(page.getByLabel('Type the text here')).toBeFocused();
  await page.keyboard.type(text, { delay: 90 });
  await expect(page.getByRole('img', { name: /^Speed over time/ })).toBeVisible();
});

test.describe('an error', () => {
  test.use({ allowedTrouble: /status of 401/ });

  test('follows a change of the language', async ({ newVisitor }) => {
    const page = await newVisitor({ at: '/account/login' });
    await logIn(page, 'nobody');
    const error = page.getByRole('main').getByRole('alert');
    await expect(error).toHaveText('An error occurred: The email or password is incorrect.');
    await page.getByRole('group', { name: 'Language' }).getByLabel('Español').check({ force: true });
    await expect(error).toHaveText('Ocurrió un error: El correo o la contraseña no son correctos.');
    await page.getByRole('group', { name: 'Idioma' }).getByLabel('English').check({ force: true });
    await expect(error).toHaveText('An error occurred: The email or password is incorrect.');
  });
});
