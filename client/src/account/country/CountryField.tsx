import { useScript } from '../../core/useScript';
import { useText } from '../../core/useText';
import { loadScript, Script } from '../../platform/loading';
import * as texts from '../texts';
import type { CountrySelectProps } from './CountrySelect';
import classes from './CountrySelect.module.css';

const countrySelect = new Script(
  async () => (await loadScript('CountrySelect', () => import('./CountrySelect'))).CountrySelect,
);

interface Props extends Omit<CountrySelectProps, 'value'> {
  /** Two letters (ISO 3166-1), empty for no country, or null as long as it is unknown. */
  value: string | null;
}

/** A field for a country, or none. */
export function CountryField({ value, onChange }: Props) {
  const CountrySelect = useScript(countrySelect);
  const t = useText();
  if (CountrySelect && value !== null) return <CountrySelect value={value} onChange={onChange} />;
  return (
    <div className={classes.field} aria-hidden="true">
      <span className={classes.label}>{t(texts.country)}</span>
      <div className={classes.skeleton} />
    </div>
  );
}
