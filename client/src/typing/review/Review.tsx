import { useId, useMemo } from 'react';
import { useFormat, useText } from '../../core/useText';
import type { Outcome } from '../../net/wire';
import { Byline } from '../../ui/Byline';
import { Stat } from '../../ui/Stat';
import { reviewOf } from '../rules/review';
import type { TypingRun } from '../rules/TypingRun';
import { useSpeed } from '../useSpeed';
import { AllKeys } from './AllKeys';
import { HardKeys } from './HardKeys';
import { MarkedText } from './MarkedText';
import classes from './Review.module.css';
import { SpeedChart } from './SpeedChart';
import * as texts from './texts';

interface ReviewProps {
  run: TypingRun;
  /** The language of the text. */
  lang: string;
  /** The text, where nothing else on the screen says whose it is. */
  source?: { author?: string; work?: string | null };
  /** By `performance.now`. */
  startedAt: number;
  outcome: Pick<Outcome, 'time' | 'wpm'>;
}

/** The review of a run: speed over time, raw speed, consistency, mistakes, and hardest keys. */
export function Review({ run, lang, source, startedAt, outcome }: ReviewProps) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  const titleId = useId();
  const keys = useMemo(() => run.keysSince(startedAt), [run, startedAt]);
  const review = useMemo(() => reviewOf(run.text, keys, outcome, run.rules), [run, keys, outcome]);
  // A timed run ends within its text, and may have come further before something was erased.
  const furthest = Math.max(run.cursor, (review.mistakes.at(-1) ?? -1) + 1);
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <div className={classes.head}>
        <div>
          <h2 id={titleId}>{t(texts.title)}</h2>
          {source?.author !== undefined && (
            <p className="soft facts">
              <Byline author={source.author} work={source.work} lang={lang} />
            </p>
          )}
        </div>
        <dl className={classes.numbers}>
          <Stat name={t(texts.raw)} hint={t(texts.rawHint)} value={speed.decimals(review.rawWpm)} unit={speed.name} />
          {review.consistency !== null && (
            <Stat
              name={t(texts.consistency)}
              hint={t(texts.consistencyHint)}
              value={format.percent(Math.round(review.consistency))}
            />
          )}
          <Stat name={t(texts.mistakes)} value={run.errors} />
        </dl>
      </div>
      {review.seconds.length > 1 && <SpeedChart seconds={review.seconds} />}
      <div className={classes.columns}>
        <MarkedText characters={run.characters.slice(0, furthest)} lang={lang} mistakes={review.mistakes} />
        <HardKeys keys={review.hardKeys} />
      </div>
      <AllKeys run={run} keys={keys} />
    </section>
  );
}
