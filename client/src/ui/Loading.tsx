import { useStrings } from '../app/useStrings';
import classes from './Loading.module.css';

/** What stands on the page until its script is here. */
export function PageLoading() {
  const strings = useStrings();
  return (
    <div className={classes.loading}>
      <Spinner label={strings.common.loading} />
    </div>
  );
}

/** Shows that something is on its way; `label` says what. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={classes.place} role="status">
      <span className={classes.spinner} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}

/** Holds the place of what is on its way, in CSS lengths. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={classes.skeleton} style={{ width, height }} aria-hidden="true" />;
}
