import { useScript } from '../../app/useScript';
import { useStrings } from '../../app/useStrings';
import type { Outcome } from '../../net/wire';
import { Script, type ScriptServer } from '../../platform/loading';
import type { TypingRun } from '../TypingRun';
import classes from './Review.module.css';

interface Props {
  run: TypingRun;
  /** By the page's own clock. */
  startedAt: number;
  outcome: Outcome;
}

/**
 * Where it cannot be had though the server is there, the results stand without it: a page is not reloaded over what
 * somebody has just typed.
 */
const review = new Script(async (server) => {
  // Asked also where it is not known to be away: one that failed in the moment in which the network went could not be
  // had any more.
  while (!(await server.check())) await server.back();
  return import('./Review').then(({ Review }) => Review).catch(() => ReviewMissing);
});

/** Has it on its way while a run is typed: when the run is done, the network may be gone. */
export function askForReview(server: ScriptServer): void {
  void review.load(server);
}

/** What a run teaches: below its three numbers, and never in their way. */
export function RunReview(props: Props) {
  const Review = useScript(review);
  return Review ? <Review {...props} /> : <div className={classes.panel} data-loading aria-hidden="true" />;
}

function ReviewMissing() {
  const strings = useStrings();
  return <p className={classes.soft}>{strings.review.failed}</p>;
}
