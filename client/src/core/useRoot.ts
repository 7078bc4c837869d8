import { createContext, useContext } from 'react';
import type { RootStore } from './RootStore';

/** The context of {@link useRoot}. */
export const RootContext = createContext<RootStore | null>(null);

/** The stores of the page. */
export function useRoot(): RootStore {
  const root = useContext(RootContext);
  if (!root) throw new Error('useRoot is used outside of RootContext');
  return root;
}
