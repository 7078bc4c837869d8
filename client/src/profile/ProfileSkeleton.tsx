import { useStrings } from '../app/useStrings';
import { Skeleton } from '../ui/Skeleton';
import classes from './ProfileSkeleton.module.css';

const NUMBERS = ['speed', 'accuracy', 'fastest', 'completed', 'won', 'timeSpent'];

/** The places of skin, name and numbers. */
export function ProfileSkeleton() {
  const strings = useStrings();
  return (
    <div className={classes.skeleton} role="status">
      <span className="visually-hidden">{strings.profile.loading}</span>
      <div className={classes.hero}>
        <Skeleton height="100%" />
      </div>
      <Skeleton width="9rem" height="1.8rem" />
      <div className={classes.numbers}>
        {NUMBERS.map((number) => (
          <Skeleton key={number} height="6.2rem" />
        ))}
      </div>
    </div>
  );
}
