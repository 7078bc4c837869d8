import { queryOptions, useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { ApiClient } from '../net/ApiClient';
import type { PaidOrder } from '../net/api';
import { refreshUserStats } from '../profile/queries';

/** The skins on sale, and when that ends: `endsAt` is on the page's own clock (`performance.now`). */
export function shopQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['shop', api.token],
    queryFn: async () => {
      const shop = await api.shop();
      return { ...shop, endsAt: performance.now() + shop.seconds * 1000 };
    },
  });
}

/** Starts a purchase; the answer links to the payment. */
export function useBuy() {
  const { services } = useRoot();
  return useMutation({ mutationFn: (skin: string) => services.api.buy(skin) });
}

/** Completes an approved payment. Its input is the session's token, so that the caller can retry with another one. */
export function useCompletePurchase(order: PaidOrder) {
  const { services } = useRoot();
  return useMutation({ mutationFn: (_token: string | null) => services.api.completePurchase(order) });
}

/** Unlocks the free skin. */
export function useTakeGift(onDone: () => void) {
  const { notice, services } = useRoot();
  const strings = useStrings();
  const { api, queries } = services;
  return useMutation({
    mutationFn: (skin: string) => api.unlockSkin(skin),
    onSuccess: async () => {
      notice.show(strings.shop.gotJesus);
      onDone();
      await Promise.all([queries.invalidateQueries({ queryKey: shopQuery(api).queryKey }), refreshUserStats(queries)]);
    },
  });
}
