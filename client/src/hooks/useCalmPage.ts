import { useEffect } from 'react';

/** While `isCalm`, what is not the text steps back: the style sheet dims navigation and footer. */
export function useCalmPage(isCalm: boolean): void {
  useEffect(() => {
    if (!isCalm) return;
    document.body.dataset.calm = 'true';
    return () => {
      delete document.body.dataset.calm;
    };
  }, [isCalm]);
}
