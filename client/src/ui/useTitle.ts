import { useLayoutEffect } from 'react';

/** The title of the route on the page, and the one of its screen, which counts if there is one. */
const titles: { route: string; screen: string | null } = { route: '', screen: null };

/** Sets the title of the document, unless the screen of the route has one of its own. */
export function useRouteTitle(title: string): void {
  useLayoutEffect(() => show({ route: title }), [title]);
}

/** Sets the title of the document while the component is on the page, in place of its route's. */
export function useTitle(title: string): void {
  useLayoutEffect(() => {
    show({ screen: title });
    return () => show({ screen: null });
  }, [title]);
}

function show(change: Partial<typeof titles>): void {
  Object.assign(titles, change);
  document.title = titles.screen ?? titles.route;
}
