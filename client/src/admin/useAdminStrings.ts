import { useStrings } from '../app/useStrings';
import { adminStrings } from '../strings/admin';

/** The texts of the admin page, in the visitor's language. */
export function useAdminStrings() {
  return adminStrings[useStrings().language];
}
