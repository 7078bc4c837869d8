import { useEffect } from 'react';

/** Sets the title of the document while the component is on the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
