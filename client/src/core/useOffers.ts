import { useEffect } from 'react';
import type { Offer } from './PaletteStore';
import { useRoot } from './useRoot';

/** Adds actions to the palette while the component is on the page. */
export function useOffers(offers: readonly Offer[]): void {
  const { palette } = useRoot();
  useEffect(() => {
    palette.offer(offers);
    return () => palette.offer([]);
  });
}
