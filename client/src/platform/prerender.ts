declare global {
  interface Document {
    /** Missing in browsers that load no page beforehand. */
    readonly prerendering?: boolean;
  }
}

/** Resolves once the visitor opens the page, which a browser may load and run beforehand, or without them. */
export function whenOpened(): Promise<void> {
  return new Promise((resolve) => {
    if (document.prerendering) document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });
}
