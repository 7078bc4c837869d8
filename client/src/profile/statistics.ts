import type { UserStats } from '../net/api';
import { hoursMinutesSeconds } from '../platform/format';
import type { Strings } from '../strings';

/** A formatted statistic of a racer. */
export interface Statistic {
  name: string;
  value: string;
  unit: string;
}

/** The six statistics of a racer, in the order in which they are shown and shared. */
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

/** The message that shares a profile: its name and statistics. */
export function shareText(racer: UserStats, strings: Strings): string {
  const numbers = statistics(racer, strings).map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim());
  return strings.profile.shareText(racer.username, numbers.join(', '));
}
