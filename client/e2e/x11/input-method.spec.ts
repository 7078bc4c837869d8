import { test } from './fixtures';
import { expectVerified } from './race';

// It shows each letter in a composition until the next key.
test.use({ inputMethod: { engine: 'm17n_t_latn-post', layout: 'us' }, texts: 'accents' });

test('a race typed by an input method is verified', async ({ newVisitor, api, x11 }) => {
  await x11.setLayout('us');
  await expectVerified({ newVisitor, api, x11 }, 'es', 'marks-behind');
});
