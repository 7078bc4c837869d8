import { useScript } from '../../app/useScript';
import { useStrings } from '../../app/useStrings';
import { loadExtra, Script, type ScriptServer } from '../../platform/loading';
import type { ReviewProps } from './Review';
import classes from './Review.module.css';

/** The script of the review. If the server no longer has it, the results have no review: a reload would lose them. */
const review = new Script((server) =>
  loadExtra(() => import('./Review'), server).then(
    ({ Review }) => Review,
    () => ReviewMissing,
  ),
);

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
