import { type UseComboboxProps, useCombobox } from 'downshift';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { useLanguage, useText } from '../../core/useText';
import { Labelled } from '../../ui/Field';
import { Flag } from '../../ui/Flag';
import * as texts from '../texts';
import classes from './CountryField.module.css';
import { bestFirst, type Country, countriesIn, countryOf, isFoundBy, listed } from './countries';

const { InputBlur, InputChange, InputKeyDownEscape, InputKeyDownPageDown, InputKeyDownPageUp, MenuMouseLeave } =
  useCombobox.stateChangeTypes;

/** The options that Page Up and Page Down pass over. */
const PAGE_SIZE = 5;

type Reducer = NonNullable<UseComboboxProps<Country>['stateReducer']>;

interface Props {
  /** Two letters (ISO 3166-1), empty for no country, or null as long as it is unknown. */
  value: string | null;
  onChange: (country: string) => void;
}

/** A field for a country, or none, which finds countries by their names in several languages. */
export function CountryField({ value, onChange }: Props) {
  const t = useText();
  const language = useLanguage();
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [sought, setSought] = useState('');
  const countries = useMemo(() => [listed('', t(texts.countryNone)), ...countriesIn(language)], [language, t]);
  const found = useMemo(
    () => bestFirst(sought, countries).filter((country) => isFoundBy(sought, country)),
    [sought, countries],
  );
  const country = value === null ? null : countryOf(countries, value);
  const { isOpen, selectedItem, highlightedIndex, selectItem, getInputProps, getMenuProps, getItemProps } =
    useCombobox<Country>({
      inputId,
      items: found,
      itemToString: labelOf,
      initialSelectedItem: country,
      // The browser's scrolls the page, too, which downshift's does not.
      scrollIntoView(option, menu) {
        menu.scrollIntoView({ block: 'nearest' });
        option.scrollIntoView({ block: 'nearest' });
      },
      stateReducer: reducerOf(countries, found),
      // What is typed next replaces the name.
      onIsOpenChange: ({ isOpen }) => !isOpen && input.current === document.activeElement && input.current?.select(),
      onSelectedItemChange: ({ selectedItem }) =>
        selectedItem && selectedItem.value !== value && onChange(selectedItem.value),
    });
  const follow = useEffectEvent((country: Country | null) => country !== selectedItem && selectItem(country));
  useEffect(() => void follow(country), [country]);
  return (
    <div className={classes.country}>
      <Labelled id={inputId} label={t(texts.country)} name="country">
        {(described) => (
          <div className={classes.control}>
            <input
              {...getInputProps({
                ...described,
                ref: input,
                className: classes.input,
                disabled: value === null,
                spellCheck: false,
                'aria-labelledby': undefined,
                ...(found.length === 0 && { 'aria-activedescendant': undefined }),
                // Here, because downshift's own events follow a render later, and the next key may come first.
                onChange: ({ currentTarget }) => setSought(currentTarget.value),
                onKeyDown({ key }) {
                  if (!isOpen) setSought('');
                  // Not in downshift's blur, which Firefox also sends when the visitor looks at another window.
                  else if (key === 'Tab') selectItem(found[highlightedIndex] ?? null);
                },
                onClick({ currentTarget }) {
                  if (!isOpen) setSought('');
                  currentTarget.select();
                },
              })}
            />
            <Flag country={selectedItem?.value ?? ''} isNamed />
            <ChevronDown aria-hidden="true" />
          </div>
        )}
      </Labelled>
      <ul
        {...getMenuProps({
          className: classes.menu,
          'aria-label': t(texts.countryList),
          // Browsers let Tab stop at what scrolls, and a click there would take the focus from the field.
          tabIndex: -1,
          onMouseDown: (event) => event.preventDefault(),
        })}
      >
        {isOpen &&
          found.map((country, index) => (
            <li
              key={country.value}
              {...getItemProps({ item: country, index, className: classes.option })}
              data-chosen={country === selectedItem}
            >
              <Flag country={country.value} isNamed />
              <span>{country.label}</span>
            </li>
          ))}
      </ul>
      <p className={isOpen && found.length === 0 ? classes.nothing : 'visually-hidden'} role="status">
        {isOpen && (found.length === 0 ? t(texts.countryUnknown) : t(texts.countriesFound)(found.length))}
      </p>
    </div>
  );
}

/** Returns how the field's state changes where downshift would do something else. */
function reducerOf(countries: readonly Country[], found: readonly Country[]): Reducer {
  return (state, { type, changes }) => {
    switch (type) {
      case InputChange:
        return { ...changes, highlightedIndex: 0 };
      case InputKeyDownPageDown:
        return { ...changes, highlightedIndex: Math.min(state.highlightedIndex + PAGE_SIZE, found.length - 1) };
      case InputKeyDownPageUp:
        return { ...changes, highlightedIndex: Math.max(state.highlightedIndex - PAGE_SIZE, 0) };
      case MenuMouseLeave:
        return state;
      case InputKeyDownEscape:
        if (!state.isOpen) return state;
    }
    if (state.isOpen === changes.isOpen) return changes;
    if (changes.isOpen)
      return { ...changes, highlightedIndex: state.selectedItem ? countries.indexOf(state.selectedItem) : -1 };
    // A name that was typed in full counts without its option. Anything else is replaced by the country's name.
    const chosen = type === InputBlur ? countryOf(countries, state.inputValue) : changes.selectedItem;
    return {
      ...changes,
      selectedItem: chosen ?? state.selectedItem,
      inputValue: labelOf(chosen ?? state.selectedItem),
    };
  };
}

function labelOf(country: Country | null): string {
  return country?.label ?? '';
}
