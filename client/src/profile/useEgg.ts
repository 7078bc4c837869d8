import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { refreshUserStats } from './queries';

/** The skins that are hidden behind links. */
export type Egg = 'cat' | 'capybara' | 'bee';

/** Hands out what is hidden behind a link, to who has an account to keep it in. */
export function useEgg(): (egg: Egg) => void {
  const strings = useStrings();
  const { session, notice, services } = useRoot();
  return (egg) => {
    if (session.token === null) return;
    const find = async () => {
      const { skin } = await services.api.unlockSkin(egg);
      if (!skin) return;
      await Promise.all([whenVisible(), refreshUserStats(services.queries)]);
      notice.reward(strings.eggs[egg], skin);
    };
    find().catch((error: unknown) => console.error('nothing was unlocked', error));
  };
}

/** Resolves when the visitor looks at the page, for the link may have opened another tab, and no dialog lies above it. */
function whenVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' || document.querySelector('dialog[open]')) return;
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('close', look, true);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    // Of a dialog: it does not bubble.
    document.addEventListener('close', look, true);
    look();
  });
}
