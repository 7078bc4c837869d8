import { useStrings } from '../app/useStrings';

/** The strings of the admin screen, in the visitor's language. */
export function useAdminStrings() {
  return useStrings().admin;
}
