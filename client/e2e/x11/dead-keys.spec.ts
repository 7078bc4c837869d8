import { test } from './fixtures';
import { expectVerified } from './race';

test.use({ texts: 'accents' });

test('a race typed by the dead keys of a Spanish layout is verified', async ({ newVisitor, api, x11 }) => {
  await x11.setLayout('es');
  await expectVerified({ newVisitor, api, x11 }, 'es', 'es');
});

for (const [language, name] of [
  ['es', 'accents'],
  ['en', 'quotes'],
] as const) {
  test(`a race typed with the ${name} of the international layout is verified`, async ({ newVisitor, api, x11 }) => {
    await x11.setLayout('us', '-variant', 'intl');
    await expectVerified({ newVisitor, api, x11 }, language, 'us-intl');
  });
}
