import { reaction } from 'mobx';
import { useEffect } from 'react';
import { afterNextFrame } from '../platform/frame';

/**
 * While somebody types, what is not the text steps back: the style sheet dims navigation and footer, a frame later,
 * because that is more work than the first key and shares no frame with it. For the same reason nothing is rendered.
 */
export function useCalmPage(typist: { readonly isTyping: boolean }): void {
  useEffect(() => {
    let isOver = false;
    const dim = () => {
      if (!isOver) document.body.toggleAttribute('data-calm', typist.isTyping);
    };
    const stop = reaction(
      () => typist.isTyping,
      () => afterNextFrame(dim),
      { fireImmediately: true },
    );
    return () => {
      isOver = true;
      stop();
      document.body.removeAttribute('data-calm');
    };
  }, [typist]);
}
