import { useAction } from '../core/useAction';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { ApiClient } from '../net/ApiClient';
import type { PaidOrder } from '../net/api';
import { refreshUserStats, unlockSkin } from '../profile/queries';
import * as texts from './texts';

const SHOP_KEY = 'shop';

/** The skins on sale, and the time of the next rotation: `endsAt`, by `performance.now`. */
export function shopQuery(api: ApiClient) {
  const fetch = async () => {
    const shop = await api.post('/api/shop/getShop', api.identity);
    return { ...shop, endsAt: performance.now() + shop.seconds * 1000 };
  };
  return { key: [SHOP_KEY, api.token], fetch };
}

/** Starts a purchase; the answer links to the payment. */
export function useBuy() {
  const { services } = useRoot();
  return useAction((skin: string) => services.api.postAsUser('/api/shop/buy', { skin }));
}

/** Completes an approved payment. Its input is the session's token, so that the caller can retry with another one. */
export function useCompletePurchase(order: PaidOrder) {
  const { services } = useRoot();
  return useAction((_token: string | null) => services.api.postAsUser('/api/shop/success', order));
}

/** Unlocks the free skin. */
export function useTakeGift(onDone: () => void) {
  const { notice, services } = useRoot();
  const t = useText();
  const { api, queries } = services;
  return useAction(async (skin: string) => {
    await unlockSkin(api, skin);
    notice.show(t(texts.gotJesus));
    onDone();
    await Promise.all([queries.refetch(SHOP_KEY), refreshUserStats(queries)]);
  });
}
