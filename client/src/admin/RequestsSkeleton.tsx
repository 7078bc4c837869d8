import { useStrings } from '../app/useStrings';
import { Skeleton } from '../ui/Skeleton';
import classes from './Admin.module.css';

/** Holds the place of the text requests. */
export function RequestsSkeleton() {
  const strings = useStrings();
  return (
    <div className={classes.list} role="status">
      <span className="visually-hidden">{strings.common.loading}</span>
      <Skeleton height="15rem" />
      <Skeleton height="15rem" />
    </div>
  );
}
