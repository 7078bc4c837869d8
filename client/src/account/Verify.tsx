import { observer } from 'mobx-react-lite';
import { Navigate, useSearchParams } from 'react-router';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import { useTitle } from '../ui/useTitle';
import { Verification } from './Verification';

/** Where the link of a verification mail leads. */
export const Component = observer(function Verify() {
  const strings = useStrings();
  const [query] = useSearchParams();
  useTitle(strings.title(strings.verify.title));
  const username = query.get('user');
  const code = query.get('code');
  if (!username || !code) return <Navigate to={paths.home} replace />;
  return <Verification username={username} code={code} />;
});
