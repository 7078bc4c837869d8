/** The browser's languages, best first, as it names them; none outside a browser. */
export function browserLanguages(browser: Partial<Navigator> = globalThis.navigator ?? {}): readonly string[] {
  return [...(browser.languages ?? []), browser.language ?? ''];
}

/**
 * Returns `names` as tags that `Intl` accepts, without those that name no language. A browser may name its language as
 * the system does, such as `en-US@posix`, for which every format throws.
 */
export function validTags(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const [tag = ''] = String(name)
      .replaceAll('_', '-')
      .split(/[^\w-]/, 1);
    try {
      return tag === '' ? [] : Intl.getCanonicalLocales(tag);
    } catch {
      return [];
    }
  });
}

/** Replaces languages of `browser` for which `Intl` throws: uPlot reads them itself as soon as it is loaded. */
export function correctLanguages(browser: Navigator): void {
  try {
    Intl.getCanonicalLocales(browserLanguages(browser).filter(Boolean));
  } catch {
    const languages = Intl.getCanonicalLocales([...validTags(browserLanguages(browser))]);
    Reflect.defineProperty(browser, 'languages', { value: languages, configurable: true });
    Reflect.defineProperty(browser, 'language', { value: languages[0] ?? 'en', configurable: true });
  }
}
