/** Parses an untrusted URL, which may be relative to `base`; null unless it is http(s). */
export function webAddress(address: string, base?: string): URL | null {
  try {
    const url = new URL(address, base);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch {
    return null;
  }
}
