import { queryOptions, useMutation } from '@tanstack/react-query';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import type { ApiClient } from '../net/ApiClient';
import type { PaidOrder } from '../net/api';
import { refreshUserStats } from '../profile/queries';

/** What lies in the shop today, and until when: `endsAt` is on the page's own clock (`performance.now`). */
export function shopQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['shop', api.token],
    queryFn: async () => {
      const shop = await api.shop();
      return { ...shop, endsAt: performance.now() + shop.seconds * 1000 };
    },
  });
}

/** Asks the payment provider where to pay for a skin. */
export function useBuy() {
  const { services } = useRoot();
  return useMutation({ mutationFn: (skin: string) => services.api.buy(skin) });
}

/** Completes a payment that the buyer agreed to. Called with the session's token, for a caller who looks for a new one. */
export function useCompletePurchase(order: PaidOrder) {
  const { services } = useRoot();
  return useMutation({ mutationFn: (_token: string | null) => services.api.completePurchase(order) });
}

/** Takes the skin that is given away. */
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
