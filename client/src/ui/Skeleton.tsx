import classes from './Skeleton.module.css';

/** Holds the place of what is on its way, in CSS lengths. */
export function Skeleton({ width = '100%', height }: { width?: string; height: string }) {
  return <span className={classes.skeleton} style={{ width, height }} aria-hidden="true" />;
}
