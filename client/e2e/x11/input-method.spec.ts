import { test } from './fixtures';
import { verifiedRaceBy } from './race';

// It shows each letter in a composition until the next key.
test.use({ inputMethod: { engine: 'm17n_t_latn-post', layout: 'us' }, texts: 'accents' });

verifiedRaceBy('an input method', 'es', 'marks-behind', 'us');
