import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { type KeysForm, keysQuery } from '../typing/keymap/queries';

/** The figures of the user's keys; those of the previous choice while the new ones load. */
export function useKeys(form: KeysForm) {
  return useQuery({ ...keysQuery(useApi(), form), placeholderData: keepPreviousData });
}
