import type { UserStats } from '../net/api';
import { hoursMinutesSeconds } from '../platform/format';
import type { Strings } from '../strings';

/** One number of a racer, as it is written. */
export interface Statistic {
  name: string;
  value: string;
  unit: string;
}

/** The six numbers of a racer, in the order in which they are shown and told. */
export function statistics(racer: UserStats, { profile, common, format }: Strings): readonly Statistic[] {
  return [
    { name: profile.speed, value: format.decimals(racer.wpm), unit: common.wpm },
    { name: profile.accuracy, value: format.decimals(racer.accuracy), unit: common.percent },
    { name: profile.completed, value: String(racer.racesTotal), unit: '' },
    { name: profile.won, value: String(racer.racesWon), unit: '' },
    { name: profile.fastest, value: format.decimals(racer.bestRace), unit: common.wpm },
    { name: profile.timeSpent, value: hoursMinutesSeconds(racer.time), unit: '' },
  ];
}

/** What somebody writes who shares the profile: whose it is, and every number. */
export function shareText(racer: UserStats, strings: Strings): string {
  const numbers = statistics(racer, strings).map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim());
  return strings.profile.shareText(racer.username, numbers.join(', '));
}
