import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { UNREACHABLE } from '../net/serverError';
import { ButtonLink } from './Button';
import { LoadFailed } from './EmptyState';
import classes from './LoginPrompt.module.css';
import { SkinImage } from './SkinImage';

interface PromptProps {
  reason: string;
  /** A picture above it; null for none. */
  skin?: string | null;
}

/** Asks a guest to log in, and returns to this screen afterwards. */
export function LoginPrompt({ reason, skin = 'snowcap' }: PromptProps) {
  const t = useText();
  const returnTo = useReturnHere();
  return (
    <div className={classes.prompt}>
      {skin !== null && <SkinImage skin={skin} size={96} />}
      <p>{reason}</p>
      <div className={classes.choices}>
        <ButtonLink kind="primary" to={paths.login} state={returnTo} data-main>
          {t(commonTexts.login)}
        </ButtonLink>
        <ButtonLink to={paths.signup} state={returnTo}>
          {t(commonTexts.signup)}
        </ButtonLink>
      </div>
    </div>
  );
}

interface MembersProps {
  reason: string;
  /** Shown until the session is known. */
  skeleton: ReactNode;
  /** Shown to users. */
  children: ReactNode;
}

/** Shows its children to users, and asks guests to log in. */
export const MembersOnly = observer(function MembersOnly({ reason, skeleton, children }: MembersProps) {
  const t = useText();
  const { session } = useRoot();
  if (session.isChecking) return skeleton;
  if (session.token === null) return <LoginPrompt reason={reason} />;
  if (session.isLoggedIn) return children;
  // The visitor has a token that the server could not check.
  return <LoadFailed title={t(commonTexts.loadFailed)} error={UNREACHABLE} onRetry={() => session.check()} />;
});
