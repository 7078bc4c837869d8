import { useScript } from '../../core/useScript';
import { useStrings } from '../../core/useStrings';
import { loadExtra, Script } from '../../platform/loading';
import type { ReviewProps } from './Review';
import classes from './Review.module.css';

/** Loaded during a run: the network may fail. If it is missing, there is no review: a reload would lose the results. */
export const review = new Script(() =>
  loadExtra(() => import('./Review')).then(
    ({ Review }) => Review,
    () => ReviewMissing,
  ),
);

/** The review of a run, below its results. */
export function RunReview(props: ReviewProps) {
  const Review = useScript(review);
  return Review ? <Review {...props} /> : <div className={classes.panel} data-loading aria-hidden="true" />;
}

function ReviewMissing() {
  const strings = useStrings();
  return <p className="soft">{strings.review.failed}</p>;
}
