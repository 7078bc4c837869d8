import { CacheProvider } from '@emotion/react';
import { observer } from 'mobx-react-lite';
import { useId, useMemo } from 'react';
import Select, { createFilter } from 'react-select';
import { useRoot } from '../../app/useRoot';
import { useStrings } from '../../app/useStrings';
import { Flag } from '../../ui/Flag';
import { adoptedStyleCache } from './adoptedStyleCache';
import { announcements } from './announcements';
import classes from './CountrySelect.module.css';
import { type Country, countriesIn, countryOf } from './countries';

export interface CountrySelectProps {
  /** Two letters (ISO 3166-1), or empty for no country. */
  value: string;
  onChange: (country: string) => void;
}

const matches = createFilter<Country>({ stringify: ({ data }) => `${data.label} ${data.english}` });

/** The countries to choose from, with a search. Loaded by itself, for it is the heaviest part of the form. */
export const CountrySelect = observer(function CountrySelect({ value, onChange }: CountrySelectProps) {
  const strings = useStrings();
  const { language } = useRoot().language;
  const id = useId();
  const countries = useMemo(
    () => [{ value: '', label: strings.account.countryNone, english: '' }, ...countriesIn(language)],
    [language, strings],
  );
  const { country: label, countries: countryWords } = strings.account;
  const messages = useMemo(() => announcements(label, countryWords), [label, countryWords]);
  return (
    <CacheProvider value={adoptedStyleCache}>
      <div className={classes.field}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        <Select<Country>
          inputId={id}
          options={countries}
          filterOption={matches}
          placeholder={countryWords.choose}
          noOptionsMessage={() => countryWords.nothing}
          screenReaderStatus={({ count }) => countryWords.found(count)}
          ariaLiveMessages={messages}
          value={countryOf(countries, value)}
          onChange={(country) => onChange(country?.value ?? '')}
          formatOptionLabel={(country) => (
            <span className={classes.option}>
              <Flag country={country.value} isNamed /> {country.label}
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
});
