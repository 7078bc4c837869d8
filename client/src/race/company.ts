import { paths } from '../core/paths';
import type { ApiClient } from '../net/ApiClient';
import type { Race } from './Race';

/** Returns whether we wait alone for a public race in another language than the default one, in which others may wait. */
export function isLonely({ phase, roster, seat }: Race): boolean {
  return phase.kind === 'waiting' && roster.racers.size < 2 && seat?.text.language !== 'en' && !seat?.isPrivate;
}

/** Goes to a room with company, if there is one for a racer who waits alone in the room `alone`. */
export async function seekCompany(api: ApiClient, alone: string): Promise<void> {
  const { code } = await api.postAsUser('/api/multiplayer', { alone });
  if (code !== alone) window.location.replace(paths.race(code));
}
