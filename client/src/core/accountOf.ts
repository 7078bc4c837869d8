/** The account of a token: its claim `sub`, which a new name, password or login does not change. */
export function accountOf(token: string): string {
  try {
    const claims = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/');
    return String(JSON.parse(atob(claims ?? '')).sub);
  } catch {
    return token;
  }
}
