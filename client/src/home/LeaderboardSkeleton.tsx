import { useStrings } from '../app/useStrings';
import classes from './LeaderboardSkeleton.module.css';

/** How many rows are hinted at: as many as there is room for below the fold of a large screen. */
const ROWS = Array.from({ length: 10 }, (_, index) => index);

/** Stands where the leaderboard will. */
export function LeaderboardSkeleton() {
  const strings = useStrings();
  return (
    <div className={classes.frame} role="status">
      <span className="visually-hidden">{strings.leaderboard.loading}</span>
      {ROWS.map((row) => (
        <div key={row} className={classes.row} aria-hidden="true">
          <span className={classes.name} />
          <span className={classes.numbers} />
        </div>
      ))}
    </div>
  );
}
