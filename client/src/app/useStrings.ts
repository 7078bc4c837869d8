import { createContext, useContext } from 'react';
import { fallback, type Strings } from '../strings';

/** Where {@link useStrings} finds the catalogue. */
export const StringsContext = createContext<Strings>(fallback.strings);

/** Every text of the page, in the visitor's language. */
export function useStrings(): Strings {
  return useContext(StringsContext);
}
