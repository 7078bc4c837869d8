import { useScript } from '../../core/useScript';
import { useText } from '../../core/useText';
import { loadExtra, Script } from '../../platform/loading';
import * as texts from '../texts';
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
  const t = useText();
  return <p className="soft">{t(texts.reviewFailed)}</p>;
}
