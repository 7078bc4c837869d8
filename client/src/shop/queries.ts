import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';

/** What the shop is kept under. */
export const SHOP_KEY = 'shop';

/** What lies in the shop today, and until when: `endsAt` is on the page's own clock (`performance.now`). */
export function shopQuery(api: ApiClient, token: string | null) {
  return queryOptions({
    queryKey: [SHOP_KEY, token],
    queryFn: async () => {
      const shop = await api.shop(token);
      return { ...shop, endsAt: performance.now() + shop.seconds * 1000 };
    },
  });
}
