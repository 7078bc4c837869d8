import { strings } from '../strings';
import { Spinner } from './Spinner';

/** What stands on the page until its script is here. */
export function PageLoading() {
  return <Spinner label={strings.common.loading} />;
}
