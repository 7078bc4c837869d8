import { useMemo } from 'react';
import { useStrings } from '../../hooks/useStrings';
import { reviewOf } from '../../typing/review';
import type { TypingRun } from '../../typing/TypingRun';
import { HardKeys } from './HardKeys';
import { MarkedText } from './MarkedText';
import classes from './Review.module.css';
import { SpeedChart } from './SpeedChart';

interface Props {
  run: TypingRun;
  startedAt: number;
  seconds: number;
}

/** How a run went: its speed over time, raw speed and consistency, its mistakes in the text, its hardest keys. */
export function Review({ run, startedAt, seconds }: Props) {
  const strings = useStrings();
  const review = useMemo(() => reviewOf(run.text, run.keysSince(startedAt), seconds * 1000), [run, startedAt, seconds]);
  return (
    <section className={classes.panel} aria-labelledby="review-title">
      <div className={classes.head}>
        <h2 id="review-title">{strings.review.title}</h2>
        <dl className={classes.numbers}>
          <div>
            <dt title={strings.review.rawHint}>{strings.review.raw}</dt>
            <dd>
              {strings.format.decimals(review.rawWpm)} <small>{strings.common.wpm}</small>
            </dd>
          </div>
          {review.consistency !== null && (
            <div>
              <dt title={strings.review.consistencyHint}>{strings.review.consistency}</dt>
              <dd>
                {Math.round(review.consistency)} <small>{strings.common.percent}</small>
              </dd>
            </div>
          )}
          <div>
            <dt>{strings.review.mistakes}</dt>
            <dd>{run.errors}</dd>
          </div>
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
