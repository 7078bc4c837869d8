import { useScript } from '../../app/useScript';
import { useStrings } from '../../app/useStrings';
import type { Outcome } from '../../net/wire';
import { Script, type ScriptServer } from '../../platform/loading';
import type { TypingRun } from '../rules/TypingRun';
import classes from './Review.module.css';

interface Props {
  run: TypingRun;
  /** By the page's own clock. */
  startedAt: number;
  outcome: Outcome;
}

/**
 * The script of the review. If the server has it no longer, the results stay without it: a reload would lose them.
 */
const review = new Script(async (server) => {
  // Asks even if the connection seems fine: an import that fails once fails for the life of the page.
  while (!(await server.check())) await server.back();
  return import('./Review').then(({ Review }) => Review).catch(() => ReviewMissing);
});

/** Loads the review while a run is typed: at its end the network may be gone. */
export function loadReview(server: ScriptServer): void {
  void review.load(server);
}

/** The review of a run, below its results. */
export function RunReview(props: Props) {
  const Review = useScript(review);
  return Review ? <Review {...props} /> : <div className={classes.panel} data-loading aria-hidden="true" />;
}

function ReviewMissing() {
  const strings = useStrings();
  return <p className="soft">{strings.review.failed}</p>;
}
