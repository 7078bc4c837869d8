import { useStrings } from '../../app/useStrings';
import classes from './CountrySelect.module.css';

/** Stands where the list of countries will be. */
export function CountryPlaceholder() {
  const strings = useStrings();
  return (
    <div className={classes.field} aria-hidden="true">
      <span className={classes.label}>{strings.account.country}</span>
      <div className={classes.skeleton} />
    </div>
  );
}
