import { test } from './fixtures';
import { verifiedRaceBy } from './race';

// It has dead keys of its own, which show nothing, and whose letter the next keydown does not name.
test.use({ inputMethod: { engine: 'keyboard-us-intl', layout: 'us-intl' }, texts: 'accents' });

verifiedRaceBy('the dead keys of an input method', 'es', 'us-intl', 'us', '-variant', 'intl');
