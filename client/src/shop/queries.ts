import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refresh } from '../core/queryClient';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { refreshUserStats } from '../core/userStats';
import { useText } from '../core/useText';
import type { PaidOrder } from '../net/api';
import { unlockSkin } from '../skins/queries';
import * as texts from './texts';

const SHOP = 'shop';

/** The skins on sale, and the time of the next rotation: `endsAt`, by `performance.now`. */
export function useShop() {
  const api = useApi();
  return useQuery({
    queryKey: [SHOP, api.token],
    queryFn: async () => {
      const shop = await api.post('/api/shop/getShop', api.identity);
      return { ...shop, endsAt: performance.now() + shop.seconds * 1000 };
    },
  });
}

/** Starts a purchase; the answer links to the payment. */
export function useBuy() {
  const api = useApi();
  return useMutation({ mutationFn: (skin: string) => api.postAsUser('/api/shop/buy', { skin }) });
}

/** Completes an approved payment. Its input is the session's token, so that the caller can retry with another one. */
export function useCompletePurchase(order: PaidOrder) {
  const api = useApi();
  return useMutation({ mutationFn: (_token: string | null) => api.postAsUser('/api/shop/success', order) });
}

/** Unlocks the free skin. */
export function useTakeGift(onDone: () => void) {
  const { notice } = useRoot();
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (skin: string) => {
      await unlockSkin(api, skin);
      notice.show(t(texts.gotJesus));
      onDone();
      await Promise.all([refresh(queries, [SHOP]), refreshUserStats(queries)]);
    },
  });
}
