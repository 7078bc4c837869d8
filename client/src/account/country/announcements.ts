import type { AriaLiveMessages, GroupBase } from 'react-select';
import type { Strings } from '../../strings';
import type { Country } from './countries';

/** What the list is said to do while one goes through it by ear; `label` is what the field is called. */
export function announcements(
  label: string,
  words: Strings['account']['countries'],
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
    // Elsewhere the browser says it: the option is the field's active descendant.
    onFocus: ({ isAppleDevice, context, label: country, focused, options }) =>
      isAppleDevice && context === 'menu' ? words.focused(country, options.indexOf(focused) + 1, options.length) : '',
  };
}
