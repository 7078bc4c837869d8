import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../net/ApiClient';
import type { PaidOrder } from '../net/api';

/** Completes a payment that the buyer agreed to: once, for a refusal stays one. */
export function purchaseQuery(api: ApiClient, token: string, order: PaidOrder) {
  return queryOptions({
    queryKey: ['purchase', order.paymentId],
    queryFn: () => api.completePurchase(token, order),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
