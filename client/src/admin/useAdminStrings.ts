import { useStrings } from '../app/useStrings';

/** The texts of the admin page, in the visitor's language. */
export function useAdminStrings() {
  return useStrings().admin;
}
