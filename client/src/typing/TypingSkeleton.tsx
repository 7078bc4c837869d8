import classes from './TypingSkeleton.module.css';

/** What stands where toolbar, lanes and text will: in their size, so that nothing moves when they come. */
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
