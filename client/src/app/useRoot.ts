import { createContext, useContext } from 'react';
import type { RootStore } from './stores/RootStore';

export const RootContext = createContext<RootStore | null>(null);

export function useRoot(): RootStore {
  const root = useContext(RootContext);
  if (!root) throw new Error('useRoot is used outside of RootContext');
  return root;
}
