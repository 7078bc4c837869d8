import { useMemo } from 'react';
import { useStrings } from '../../core/useStrings';
import type { Outcome } from '../../net/wire';
import { Stat } from '../../ui/Stat';
import { reviewOf } from '../rules/review';
import type { TypingRun } from '../rules/TypingRun';
import { HardKeys } from './HardKeys';
import { MarkedText } from './MarkedText';
import classes from './Review.module.css';
import { SpeedChart } from './SpeedChart';

export interface ReviewProps {
  run: TypingRun;
  /** By `performance.now`. */
  startedAt: number;
  outcome: Outcome;
}

/** The review of a run: speed over time, raw speed, consistency, mistakes, and hardest keys. */
export function Review({ run, startedAt, outcome }: ReviewProps) {
  const strings = useStrings();
  const review = useMemo(() => reviewOf(run.text, run.keysSince(startedAt), outcome), [run, startedAt, outcome]);
  return (
    <section className={classes.panel} aria-labelledby="review-title">
      <div className={classes.head}>
        <h2 id="review-title">{strings.review.title}</h2>
        <dl className={classes.numbers}>
          <Stat
            name={strings.review.raw}
            hint={strings.review.rawHint}
            value={strings.format.decimals(review.rawWpm)}
            unit={strings.common.wpm}
          />
          {review.consistency !== null && (
            <Stat
              name={strings.review.consistency}
              hint={strings.review.consistencyHint}
              value={strings.format.percent(Math.round(review.consistency))}
            />
          )}
          <Stat name={strings.review.mistakes} value={run.errors} />
        </dl>
      </div>
      {review.seconds.length > 1 && <SpeedChart seconds={review.seconds} />}
      <div className={classes.columns}>
        <MarkedText characters={run.characters} mistakes={review.mistakes} />
        <HardKeys keys={review.hardKeys} />
      </div>
    </section>
  );
}
