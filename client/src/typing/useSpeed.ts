import { useMemo } from 'react';
import * as commonTexts from '../core/texts';
import { useSetting } from '../core/useSetting';
import { useFormat, useText } from '../core/useText';
import { CHARACTERS_PER_WORD, twoDecimals } from './rules/score';

/** The unit in which the visitor reads speeds. */
export interface SpeedUnit {
  name: string;
  /** Returns a speed in wpm in this unit. */
  of: (wpm: number) => number;
  /** Formats a speed in wpm with two decimals, without the unit. */
  decimals: (wpm: number) => string;
}

/** Returns the unit that the visitor chose. The leaderboard has its own, in which all racers are compared. */
export function useSpeed(): SpeedUnit {
  const t = useText();
  const format = useFormat();
  const unit = useSetting('speedUnit');
  return useMemo(() => {
    const of = (wpm: number) => (unit === 'cpm' ? twoDecimals(wpm * CHARACTERS_PER_WORD) : wpm);
    return {
      name: t(unit === 'cpm' ? commonTexts.cpm : commonTexts.wpm),
      of,
      decimals: (wpm) => format.decimals(of(wpm)),
    };
  }, [t, format, unit]);
}
