import { useStrings } from '../app/useStrings';
import { adminStrings } from '../strings/admin';

/** The strings of the admin screen, in the visitor's language. */
export function useAdminStrings() {
  return adminStrings[useStrings().language];
}
