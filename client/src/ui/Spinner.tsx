import classes from './Spinner.module.css';

/** Shows that something is on its way; `label` says what. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={classes.place} role="status">
      <span className={classes.spinner} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
