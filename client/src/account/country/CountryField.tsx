import { useScript } from '../../app/useScript';
import { useStrings } from '../../app/useStrings';
import { loadScript, Script } from '../../platform/loading';
import type { CountrySelectProps } from './CountrySelect';
import classes from './CountrySelect.module.css';

const countrySelect = new Script(
  async () => (await loadScript('CountrySelect', () => import('./CountrySelect'))).CountrySelect,
);

/** A field for a country, or none. */
export function CountryField(props: CountrySelectProps) {
  const CountrySelect = useScript(countrySelect);
  const strings = useStrings();
  if (CountrySelect) return <CountrySelect {...props} />;
  return (
    <div className={classes.field} aria-hidden="true">
      <span className={classes.label}>{strings.account.country}</span>
      <div className={classes.skeleton} />
    </div>
  );
}
