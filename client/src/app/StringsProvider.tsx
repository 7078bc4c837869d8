import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useRoot } from './useRoot';
import { StringsContext } from './useStrings';

/** Hands the catalogue of the visitor's language to everything below, and the next one when they switch. */
export const StringsProvider = observer(function StringsProvider({ children }: { children: ReactNode }) {
  const { language } = useRoot();
  return <StringsContext value={language.strings}>{children}</StringsContext>;
});
