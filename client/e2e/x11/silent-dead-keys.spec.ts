import { test } from './fixtures';
import { expectVerified } from './race';

// It has dead keys of its own, which show nothing, and whose letter the next keydown does not name.
test.use({ inputMethod: { engine: 'keyboard-us-intl', layout: 'us-intl' }, texts: 'accents' });

test('a race typed by the dead keys of an input method is verified', async ({ newVisitor, api, x11 }) => {
  await x11.setLayout('us', '-variant', 'intl');
  await expectVerified({ newVisitor, api, x11 }, 'es', 'us-intl');
});
