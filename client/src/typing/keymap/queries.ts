import { queryOptions } from '@tanstack/react-query';
import { KEYS, RUNS_FRESH_MS } from '../../core/ownRuns';
import type { ApiClient } from '../../net/ApiClient';
import type { FormOf } from '../../net/api';

/** The runs whose keys count. */
export type KeysForm = FormOf<'/api/keys'>;

/** The figures of the user's keys. */
export function keysQuery(api: ApiClient, form: KeysForm, options: () => RequestInit = () => ({})) {
  return queryOptions({
    queryKey: [KEYS, api.token, form],
    queryFn: () => api.postAsUser('/api/keys', form, options()),
    staleTime: RUNS_FRESH_MS,
  });
}
