import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import type { FormOf } from '../net/api';

/** The runs whose keys count. */
export type KeysForm = FormOf<'/api/keys'>;

/** The figures of the user's keys; those of the previous choice while the new ones load. */
export function useKeys(form: KeysForm) {
  const api = useApi();
  return useQuery({
    queryKey: ['keys', api.token, form],
    queryFn: () => api.postAsUser('/api/keys', form),
    placeholderData: keepPreviousData,
  });
}
