import type { Formats, Translate } from '../core/useText';
import type { UserStats } from '../net/api';
import { hoursMinutesSeconds } from '../platform/format';
import type { SpeedUnit } from '../typing/useSpeed';
import * as texts from './texts';

/** A formatted statistic of a racer. */
interface Statistic {
  name: string;
  value: string;
  unit: string;
  /** The id of the race that it is of, for its replay. */
  race?: string | null;
}

/** The fields that are no statistics: the profile's hero shows them, or another statistic links to them. */
type NotShown = 'username' | 'skin' | 'country' | 'date' | 'skins' | 'toBeUnlocked' | 'bestRaceId' | 'divisions';

/** The six statistics of a racer, in display order. */
export function statistics(racer: UserStats, t: Translate, format: Formats, speed: SpeedUnit): readonly Statistic[] {
  const shown: Record<Exclude<keyof UserStats, NotShown>, Statistic> = {
    wpm: { name: t(texts.speed), value: speed.decimals(racer.wpm), unit: speed.name },
    accuracy: { name: t(texts.accuracy), value: format.accuracy(racer.accuracy), unit: '' },
    racesTotal: { name: t(texts.completed), value: format.number(racer.racesTotal), unit: '' },
    racesWon: { name: t(texts.won), value: format.number(racer.racesWon), unit: '' },
    bestRace: {
      name: t(texts.fastest),
      value: speed.decimals(racer.bestRace),
      unit: speed.name,
      race: racer.bestRaceId,
    },
    time: { name: t(texts.timeSpent), value: hoursMinutesSeconds(racer.time), unit: '' },
  };
  return Object.values(shown);
}

/** The message that shares a profile: its name and statistics. */
export function shareText(racer: UserStats, t: Translate, format: Formats, speed: SpeedUnit): string {
  const numbers = statistics(racer, t, format, speed).map(({ name, value, unit }) =>
    `${name}: ${value} ${unit}`.trim(),
  );
  return t(texts.shareText)(racer.username, numbers.join(', '));
}
