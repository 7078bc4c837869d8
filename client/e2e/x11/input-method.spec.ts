import { test } from './fixtures';
import { verifiedRaceBy } from './race';

// It shows each letter in a composition until the next key.
test.use({ engine: 'm17n_t_latn-post', texts: 'accents' });

verifiedRaceBy('an input method', 'es', 'marks-behind', 'us', '-variant', 'intl');
