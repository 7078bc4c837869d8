import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { LoadFailed } from '../ui/EmptyState';
import { LoginPrompt } from './LoginPrompt';

interface Props {
  /** What a guest is told. */
  reason: string;
  /** Holds the place until it is known who the visitor is. */
  skeleton: ReactNode;
  /** What users see. */
  children: ReactNode;
}

/** What only users may do; a guest is asked to log in. */
export const MembersOnly = observer(function MembersOnly({ reason, skeleton, children }: Props) {
  const strings = useStrings();
  const { session } = useRoot();
  if (session.isChecking) return skeleton;
  if (session.token === null) return <LoginPrompt reason={reason} />;
  if (session.isLoggedIn) return children;
  // There is a token, but the server did not say whose.
  return <LoadFailed title={strings.members.unknown} error={null} onRetry={() => session.check()} />;
});
