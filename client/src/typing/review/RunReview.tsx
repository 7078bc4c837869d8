import { lazyPart } from '../../core/lazyPart';
import { useText } from '../../core/useText';
import * as texts from '../texts';
import classes from './Review.module.css';

/**
 * The review of a run, below its results. Loaded during the run, because the network may fail later. If it is missing,
 * there is no review: a reload would lose the results.
 */
export const RunReview = lazyPart(() => import('./Review').then(({ Review }) => Review), {
  whileLoading: <div className={classes.panel} data-loading aria-hidden="true" />,
  ifMissing: ReviewMissing,
});

function ReviewMissing() {
  const t = useText();
  return <p className="soft">{t(texts.reviewFailed)}</p>;
}
