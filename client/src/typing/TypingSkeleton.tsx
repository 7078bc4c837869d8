import classes from './TypingSkeleton.module.css';

/** Placeholders of toolbar, lanes and text in their sizes, so that nothing moves when they appear. */
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
