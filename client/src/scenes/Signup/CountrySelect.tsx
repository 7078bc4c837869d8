import { CacheProvider } from '@emotion/react';
import Select from 'react-select';
import countryList from 'react-select-country-list';
import { Flag } from '../../components/Flag';
import { strings } from '../../strings';
import { adoptedStyleCache } from './adoptedStyleCache';
import classes from './CountrySelect.module.css';

interface Props {
  /** Two letters (ISO 3166-1), or empty for no country. */
  value: string;
  onChange: (country: string) => void;
}

interface Country {
  value: string;
  label: string;
}

const INPUT_ID = 'signup-country';
const countries: Country[] = [{ value: '', label: strings.account.countryNone }, ...countryList().getData()];

/** The countries to choose from, with a search. Loaded by itself, for it is the heaviest part of the form. */
export default function CountrySelect({ value, onChange }: Props) {
  return (
    <CacheProvider value={adoptedStyleCache}>
      <div className={classes.field}>
        <label className={classes.label} htmlFor={INPUT_ID}>
          {strings.account.country}
        </label>
        <Select<Country>
          inputId={INPUT_ID}
          options={countries}
          value={countries.find((country) => country.value === value) ?? null}
          onChange={(country) => onChange(country?.value ?? '')}
          formatOptionLabel={(country) => (
            <span className={classes.option}>
              <Flag country={country.value} /> {country.label}
            </span>
          )}
          unstyled
          classNames={{
            control: ({ isFocused }) => `${classes.control} ${isFocused ? classes.focused : ''}`,
            valueContainer: () => classes.value ?? '',
            indicatorsContainer: () => classes.indicators ?? '',
            menu: () => classes.menu ?? '',
            option: ({ isFocused, isSelected }) =>
              `${classes.row} ${isFocused ? classes.focusedRow : ''} ${isSelected ? classes.selectedRow : ''}`,
            noOptionsMessage: () => classes.none ?? '',
          }}
        />
      </div>
    </CacheProvider>
  );
}
