import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses an element that replaces the focused one, so that it is announced and Tab continues from there. Returns the
 * ref of that element, which needs a `tabIndex` of -1.
 */
export function useTakeFocus<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return place;
}
