import type { ApiClient } from '../../net/ApiClient';
import { GhostGaps, GhostLanes } from './GhostLanes';
import { Ghosts } from './Ghosts';
import type { SharedRun } from './rules';

/** The ghosts of a race, and the components that show them. */
export interface LoadedGhosts {
  ghosts: Ghosts;
  Lanes: typeof GhostLanes;
  Gaps: typeof GhostGaps;
}

/**
 * Returns the ghosts for a seat with a receipt; null if there are none. That of a `shared` run comes first.
 *
 * Whatever fails, the race goes on without ghosts.
 */
export async function loadGhosts(
  api: ApiClient,
  receipt: string,
  shared: SharedRun | null,
): Promise<LoadedGhosts | null> {
  try {
    const { ghosts } = await api.postAsUser('/api/ghosts', { receipt, ...shared });
    return ghosts.length > 0 ? { ghosts: new Ghosts(ghosts), Lanes: GhostLanes, Gaps: GhostGaps } : null;
  } catch (error) {
    console.warn('there are no ghosts', error);
    return null;
  }
}
