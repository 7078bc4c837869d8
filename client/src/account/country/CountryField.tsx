import { useScript } from '../../app/useScript';
import { useStrings } from '../../app/useStrings';
import { loadScript, Script } from '../../platform/loading';
import type { CountrySelectProps } from './CountrySelect';
import classes from './CountrySelect.module.css';

const countrySelect = new Script(
  async (server) => (await loadScript('CountrySelect', () => import('./CountrySelect'), server)).CountrySelect,
);

/** A country of one's own choice, or none. */
export function CountryField(props: CountrySelectProps) {
  const CountrySelect = useScript(countrySelect);
  return CountrySelect ? <CountrySelect {...props} /> : <CountryPlaceholder />;
}

/** Stands where the list of countries will be. */
function CountryPlaceholder() {
  const strings = useStrings();
  return (
    <div className={classes.field} aria-hidden="true">
      <span className={classes.label}>{strings.account.country}</span>
      <div className={classes.skeleton} />
    </div>
  );
}
