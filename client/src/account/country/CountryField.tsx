import { useStrings } from '../../app/useStrings';
import { loadChunk } from '../../platform/chunks';
import { Script } from '../../platform/Script';
import { useScript } from '../../platform/useScript';
import type { CountrySelectProps } from './CountrySelect';
import classes from './CountrySelect.module.css';

const countrySelect = new Script(
  async (server) => (await loadChunk('CountrySelect', () => import('./CountrySelect'), server)).CountrySelect,
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
