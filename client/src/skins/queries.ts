import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { refreshUserStats } from '../core/userStats';
import { useText } from '../core/useText';
import type { ApiClient } from '../net/ApiClient';
import type { Skin } from '../net/api';
import * as texts from './texts';

/** Puts on one of the user's skins. */
export function useChangeSkin() {
  const { session, notice } = useRoot();
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ filename, name }: Skin) => {
      await api.postAsUser('/api/changeskin', { skin: filename });
      notice.show(t(texts.changed)(name));
      await Promise.all([session.check(), refreshUserStats(queries)]);
    },
  });
}

/** Unlocks a free skin; resolves to its name if it is new. The request outlives the page. */
export function unlockSkin(api: ApiClient, skin: string) {
  return api.postAsUser('/api/unlockskin', { skin }, { keepalive: true });
}

/** The skins that are hidden behind links. */
type Egg = 'cat' | 'capybara' | 'bee';

/** Returns a function that unlocks the skin hidden behind a link; it does nothing for guests. */
export function useEgg(): (egg: Egg) => void {
  const t = useText();
  const { session, notice, services } = useRoot();
  return (egg) => {
    if (session.token === null) return;
    const find = async () => {
      const { skin } = await unlockSkin(services.api, egg);
      if (!skin) return;
      await Promise.all([whenVisible(), refreshUserStats(services.queries)]);
      notice.reward(t(texts.eggs)[egg], skin);
    };
    find().catch((error: unknown) => console.error('nothing was unlocked', error));
  };
}

/** Resolves when no dialog is open and the page is visible: the link may have opened another tab. */
function whenVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible' || document.querySelector('dialog[open]')) return;
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('close', look, true);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    // A dialog's `close` does not bubble.
    document.addEventListener('close', look, true);
    look();
  });
}
