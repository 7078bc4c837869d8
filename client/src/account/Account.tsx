import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { useTitle } from '../ui/useTitle';
import { AccountSkeleton } from './AccountSkeleton';
import { Settings } from './Settings';
import { SignInFirst } from './SignInFirst';

/** Where users change what belongs to their account. */
export const Component = observer(function Account() {
  const strings = useStrings();
  const { session } = useRoot();
  // Who logs out here goes home: only who comes without a token is sent to the login.
  const [cameWithToken] = useState(session.token !== null);
  useTitle(strings.title(strings.settings.title));
  if (!cameWithToken) return <Navigate to={paths.login} replace />;
  if (session.isChecking) return <AccountSkeleton />;
  if (session.token === null || session.info === null) return <SignInFirst />;
  return <Settings token={session.token} info={session.info} />;
});
