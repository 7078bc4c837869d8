/** An address of somebody's choice as a link may have it: a page of the web, and no script. Null for anything else. */
export function webAddress(address: string): URL | null {
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch {
    return null;
  }
}
