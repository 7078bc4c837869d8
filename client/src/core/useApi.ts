import { reaction } from 'mobx';
import { useCallback, useSyncExternalStore } from 'react';
import type { ApiClient } from '../net/ApiClient';
import { useRoot } from './useRoot';

/** The calls of the api. The component renders again with another token, which is part of the keys of queries. */
export function useApi(): ApiClient {
  const { api } = useRoot().services;
  const watch = useCallback((onChange: () => void) => reaction(() => api.token, onChange), [api]);
  useSyncExternalStore(watch, () => api.token);
  return api;
}
