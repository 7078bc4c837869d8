import classes from './TypingSkeleton.module.css';

/** Placeholders in the sizes of toolbar, lanes and text, so that nothing moves when these appear. */
export function TypingSkeleton({ label, withLanes = false }: { label: string; withLanes?: boolean }) {
  return (
    <div className={classes.skeleton} role="status">
      <span className="visually-hidden">{label}</span>
      <div className={classes.toolbar} />
      {withLanes && <div className={classes.lanes} />}
      <div className={classes.text} />
    </div>
  );
}
