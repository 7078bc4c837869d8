import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { observer } from 'mobx-react-lite';
import { useId, useMemo, useState } from 'react';
import Select, { type AriaLiveMessages, type GroupBase } from 'react-select';
import { useLanguage, useText } from '../../core/useText';
import { Flag } from '../../ui/Flag';
import * as texts from '../texts';
import classes from './CountrySelect.module.css';
import { bestFirst, type Country, countriesIn, countryOf, isFoundBy, listed } from './countries';

export interface CountrySelectProps {
  /** Two letters (ISO 3166-1), or empty for no country. */
  value: string;
  onChange: (country: string) => void;
}

/**
 * Puts react-select's styles into a constructed style sheet. Its default, `<style>` elements, is forbidden by the
 * page's content security policy.
 */
const adoptedStyleCache = createCache({ key: 'select' });

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

adoptedStyleCache.sheet.insert = (rule) => {
  sheet.insertRule(rule, sheet.cssRules.length);
};

/** A searchable list of countries, loaded separately because it is the heaviest part of the form. */
export const CountrySelect = observer(function CountrySelect({ value, onChange }: CountrySelectProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const countries = useMemo(() => [listed('', t(texts.countryNone)), ...countriesIn(language)], [language, t]);
  const [typed, setTyped] = useState('');
  const options = useMemo(() => bestFirst(typed, countries), [typed, countries]);
  const label = t(texts.country);
  const countryWords = t(texts.countries);
  const messages = useMemo(() => announcements(label, countryWords), [label, countryWords]);
  return (
    <CacheProvider value={adoptedStyleCache}>
      <div className={classes.field}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        <Select<Country>
          inputId={id}
          options={options}
          filterOption={({ data }, sought) => isFoundBy(sought, data)}
          onInputChange={setTyped}
          placeholder={countryWords.choose}
          noOptionsMessage={() => countryWords.nothing}
          screenReaderStatus={({ count }) => countryWords.found(count)}
          ariaLiveMessages={messages}
          value={countryOf(countries, value)}
          onChange={(country) => onChange(country?.value ?? '')}
          formatOptionLabel={(country) => (
            <span className={classes.option}>
              <Flag country={country.value} isNamed />
              <span>{country.label}</span>
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

/** Screen-reader announcements for the list; `label` is the field's. */
function announcements(
  label: string,
  words: typeof texts.countries.en,
): AriaLiveMessages<Country, false, GroupBase<Country>> {
  return {
    guidance: ({ context, isInitialFocus }) => {
      if (context === 'menu') return words.open;
      return isInitialFocus ? words.closed(label) : '';
    },
    onChange: ({ action, label: country, labels }) => {
      if (action === 'select-option') return words.chosen(country);
      return action === 'initial-input-focus' && labels[0] !== undefined ? words.chosen(labels[0]) : '';
    },
    onFilter: ({ inputValue, resultsMessage }) =>
      inputValue === '' ? `${resultsMessage}.` : words.foundFor(resultsMessage, inputValue),
    // On other devices screen readers announce it anyway: the option is the field's active descendant.
    onFocus: ({ isAppleDevice, context, label: country, focused, options }) =>
      isAppleDevice && context === 'menu' ? words.focused(country, options.indexOf(focused) + 1, options.length) : '',
  };
}
