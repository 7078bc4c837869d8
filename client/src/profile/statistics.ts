import type { Strings } from '../core/strings';
import type { Profile, UserStats } from '../net/api';
import { hoursMinutesSeconds } from '../platform/format';

/** A formatted statistic of a racer. */
interface Statistic {
  name: string;
  value: string;
  unit: string;
}

/** The six statistics of a racer, in display order. */
export function statistics(racer: UserStats, { profile, common, format }: Strings): readonly Statistic[] {
  const shown: Record<Exclude<keyof UserStats, keyof Profile | 'skins' | 'toBeUnlocked'>, Statistic> = {
    wpm: { name: profile.speed, value: format.decimals(racer.wpm), unit: common.wpm },
    accuracy: { name: profile.accuracy, value: format.accuracy(racer.accuracy), unit: '' },
    racesTotal: { name: profile.completed, value: format.number(racer.racesTotal), unit: '' },
    racesWon: { name: profile.won, value: format.number(racer.racesWon), unit: '' },
    bestRace: { name: profile.fastest, value: format.decimals(racer.bestRace), unit: common.wpm },
    time: { name: profile.timeSpent, value: hoursMinutesSeconds(racer.time), unit: '' },
  };
  return Object.values(shown);
}

/** The message that shares a profile: its name and statistics. */
export function shareText(racer: UserStats, strings: Strings): string {
  const numbers = statistics(racer, strings).map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim());
  return strings.profile.shareText(racer.username, numbers.join(', '));
}
