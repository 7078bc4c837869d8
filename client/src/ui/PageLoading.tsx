import { useStrings } from '../app/useStrings';
import classes from './PageLoading.module.css';
import { Spinner } from './Spinner';

/** What stands on the page until its script is here. */
export function PageLoading() {
  const strings = useStrings();
  return (
    <div className={classes.loading}>
      <Spinner label={strings.common.loading} />
    </div>
  );
}
