import type { ReactNode } from 'react';
import { useText } from '../core/useText';
import classes from './ComparisonLines.module.css';
import * as texts from './comparison.texts';
import type { Comparison } from './rules/comparison';
import { useSpeed } from './useSpeed';

interface Props {
  /** Null for the first result, or if those before it are not known. */
  comparison: Comparison | null;
  /** More lines. */
  children?: ReactNode;
}

/** A result beside the best one and the average before it, one line each. */
export function ComparisonLines({ comparison, children }: Props) {
  const t = useText();
  const speed = useSpeed();
  const inSpeed = (wpm: number) => `${speed.decimals(Math.abs(wpm))} ${speed.name}`;
  return (
    <ul className={classes.lines}>
      {comparison && <li>{t(comparison.isBest ? texts.aboveBest : texts.belowBest)(inSpeed(comparison.overBest))}</li>}
      {comparison && comparison.overAverage !== null && (
        <li>
          {t(comparison.overAverage >= 0 ? texts.aboveAverage : texts.belowAverage)(inSpeed(comparison.overAverage))}
        </li>
      )}
      {children}
    </ul>
  );
}
