import { afterEach, expect, it, vi } from 'vitest';
import { formats } from '../core/text';
import { timeLabels } from './timeLabels';

const [DAY, MONTH] = [86_400, 28 * 86_400];

afterEach(() => vi.unstubAllEnvs());

it.each(['Europe/Madrid', 'Pacific/Kiritimati', 'America/Costa_Rica', 'UTC'])(
  'the months of the axis are right in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const label = timeLabels(formats.en);
    // The chart puts its lines at the first of each month, as Date has it in the zone.
    const first = new Date(2026, 1, 1).getTime() / 1000;
    expect([label(first, MONTH), label(first, DAY), label(first - 60, DAY)]).toEqual(['Feb 2026', 'Feb 1', 'Jan 31']);
  },
);
