import { useStrings } from '../app/useStrings';
import { Skeleton } from '../ui/Skeleton';
import classes from './Settings.module.css';

/** The settings' places, until it is known whose they are. */
export function AccountSkeleton() {
  const strings = useStrings();
  return (
    <div className={classes.screen}>
      <h1 className="visually-hidden">{strings.settings.heading}</h1>
      <span className="visually-hidden" role="status">
        {strings.settings.loading}
      </span>
      <Skeleton height="7rem" />
      <Skeleton height="14rem" />
      <Skeleton height="13rem" />
      <Skeleton height="24rem" />
    </div>
  );
}
