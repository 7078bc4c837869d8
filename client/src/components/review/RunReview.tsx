import { Script, useScript } from '../../hooks/useScript';
import { useStrings } from '../../hooks/useStrings';
import type { Outcome } from '../../net/wire';
import type { TypingRun } from '../../typing/TypingRun';
import classes from './Review.module.css';

interface Props {
  run: TypingRun;
  /** By the page's own clock. */
  startedAt: number;
  outcome: Outcome;
}

/**
 * Loaded when somebody has finished, or is back on the network. Where it cannot be had, the results stand without it: a
 * page is not reloaded over what somebody has just typed.
 */
const review = new Script(async (server) => {
  await server.back();
  return import('./Review').then(({ Review }) => Review).catch(() => ReviewMissing);
});

/** What a run teaches: below its three numbers, and never in their way. */
export function RunReview(props: Props) {
  const Review = useScript(review);
  return Review ? <Review {...props} /> : <div className={classes.panel} data-loading aria-hidden="true" />;
}

function ReviewMissing() {
  const strings = useStrings();
  return <p className={classes.soft}>{strings.review.failed}</p>;
}
