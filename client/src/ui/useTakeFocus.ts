import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to what comes in place of that which had it, so that it is read out and Tab leads on from there.
 * Answers where that is put, which needs a `tabIndex` of -1.
 */
export function useTakeFocus<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return place;
}
