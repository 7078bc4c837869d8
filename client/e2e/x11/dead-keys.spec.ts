import { test } from './fixtures';
import { verifiedRaceBy } from './race';

test.use({ texts: 'accents' });

verifiedRaceBy('the dead keys of a Spanish layout', 'es', 'es', 'es');
verifiedRaceBy('the dead keys of the international layout', 'es', 'us-intl', 'us', '-variant', 'intl');
verifiedRaceBy('the apostrophes of the international layout', 'en', 'us-intl', 'us', '-variant', 'intl');
