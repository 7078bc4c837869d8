import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('About explains the site, and its pictures are still under reduced motion', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1, name: 'Small wings, fast fingers' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'What is Colibri?',
    'Our Mission',
    'How it Works',
    'Typing Races',
    'Statistics',
    'Contact',
    'Which one are you?',
  ]);
  const figures = page.getByRole('figure');
  await expect(figures).toHaveCount(3);
  await expect(figures.nth(0).getByRole('img')).toHaveAttribute('src', '/img/about/founders.svg');
  await expect(figures.nth(0).getByRole('blockquote')).toContainText('A hummingbird beats its wings');
  await expect(figures.nth(0)).toContainText('Ana Solano and Luis Mora, founders');
  await expect(figures.nth(1)).toContainText('Three coffees in.');
  await expect(figures.nth(2)).toContainText('Twelve words per minute');
  await expect(page.getByRole('main').getByRole('link', { name: 'support@example.org' })).toHaveAttribute(
    'href',
    'mailto:support@example.org',
  );
  const picture = page.getByAltText(/^A capybara/);
  const source = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc.replace(location.origin, ''));
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(source).toBe('/img/about/calm.svg');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(source).toBe('/img/about/calm-still.svg');
});

test('the terms and the disclaimer have their required content', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL('/terms-of-service');
  const main = page.getByRole('main');
  for (const point of [
    'last update Jun 12 2023',
    'at least 13 years',
    'US dollars',
    '15 USD',
    'laws of Costa Rica',
    'at least 30 days before either begins arbitration',
  ]) {
    await expect(main).toContainText(point);
  }
  const payments = main.getByRole('listitem');
  await expect(payments).toContainText(['Visa', 'Mastercard', 'American Express', 'Discover', 'PayPal']);
  const licenses = await main.getByRole('link', { name: 'SIL Open Font License' }).getAttribute('href');
  const served = await page.request.get(licenses ?? '');
  expect(served.headers()['content-type']).toContain('text/plain');
  for (const font of ['Atkinson Hyperlegible', 'Bricolage', 'OpenDyslexic'])
    expect(await served.text()).toContain(font);
  await main.getByRole('link', { name: 'disclaimer' }).click();
  await expect(page.getByRole('heading', { name: 'Disclaimer', exact: true })).toBeVisible();
  await expect(main).toContainText('last update Jun 12 2023');
  await expect(main.getByRole('link', { name: 'Teclas del Valle' })).toHaveAttribute(
    'href',
    'https://example.org/teclas',
  );
});

test('the imprint is in English and in German', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.getByRole('link', { name: 'Imprint' }).click();
  for (const [heading, lang] of [
    ['Imprint', 'en'],
    ['Impressum', 'de'],
  ] as const) {
    const article = page.getByRole('article').filter({ has: page.getByRole('heading', { name: heading }) });
    await expect(article).toHaveAttribute('lang', lang);
    await expect(article).toContainText('Colibri Typing S.A.');
    await expect(article).toContainText('San José');
  }
});

test('the cookie notice is hidden on the pages that it links to', async ({ newVisitor }) => {
  const page = await newVisitor({ at: '/imprint', isNew: true });
  const notice = page.getByRole('dialog', { name: 'Cookies' });
  await expect(notice).toContainText('We only use the cookies and data necessary to run this site.');
  await expect(notice.getByRole('link', { name: 'privacy policy' })).toHaveAttribute(
    'href',
    'https://example.org/colibri/privacy',
  );
  await expectNoViolations(page);
  await notice.getByRole('link', { name: 'terms of use' }).click();
  await expect(page).toHaveURL('/terms-of-service');
  await expect(notice).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'disclaimer' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('link', { name: 'Colibri, home' }).click();
  await expect(notice).toBeVisible();
  for (const [path, heading] of [
    ['/terms-of-service/', 'Terms of Use'],
    ['/disclaimer', 'Disclaimer'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(notice).toBeHidden();
  }
});

test('consent that expires while the page is open is requested on the next route', async ({ newVisitor }) => {
  const page = await newVisitor();
  await page.evaluate(() => localStorage.setItem('cookies', '{"allow":true,"date":"2020-01-01T00:00:00Z"}'));
  await expect(page.getByRole('dialog', { name: 'Cookies' })).toBeHidden();
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(page.getByRole('dialog', { name: 'Cookies' })).toBeVisible();
});
