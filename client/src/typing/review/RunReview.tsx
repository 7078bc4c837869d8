import { useScript } from '../../app/useScript';
import { useStrings } from '../../app/useStrings';
import { Script, type ScriptServer } from '../../platform/loading';
import type { ReviewProps } from './Review';
import classes from './Review.module.css';

/** The script of the review. If the server no longer has it, the results have no review: a reload would lose them. */
const review = new Script(async (server) => {
  // Checks even if the connection seems fine: an import that failed once fails for the life of the page.
  while (!(await server.check())) await server.back();
  return import('./Review').then(({ Review }) => Review).catch(() => ReviewMissing);
});

/** Preloads the review during a run, because the network may be gone at its end. */
export function loadReview(server: ScriptServer): void {
  void review.load(server);
}

/** The review of a run, below its results. */
export function RunReview(props: ReviewProps) {
  const Review = useScript(review);
  return Review ? <Review {...props} /> : <div className={classes.panel} data-loading aria-hidden="true" />;
}

function ReviewMissing() {
  const strings = useStrings();
  return <p className="soft">{strings.review.failed}</p>;
}
