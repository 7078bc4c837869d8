import { observer } from 'mobx-react-lite';
import { createContext, type ReactNode, useContext } from 'react';
import { fallback, type Strings } from './strings';
import { useRoot } from './useRoot';

const StringsContext = createContext<Strings>(fallback.strings);

/** Returns every text of the page, in the visitor's language. */
export function useStrings(): Strings {
  return useContext(StringsContext);
}

/** Provides the texts to {@link useStrings}. */
export const StringsProvider = observer(function StringsProvider({ children }: { children: ReactNode }) {
  const { language } = useRoot();
  return <StringsContext value={language.strings}>{children}</StringsContext>;
});
