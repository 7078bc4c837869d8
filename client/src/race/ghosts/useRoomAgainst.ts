import { useRoot } from '../../core/useRoot';
import { useRoom } from '../useOpenRoom';
import { type SharedRun, searchOf } from './rules';

/** Opens a race through the text of a run, against its ghost. Guests return from the login to `next`. */
export function useRoomAgainst(run: SharedRun, next: string) {
  const { api } = useRoot().services;
  return useRoom(() => api.postAsUser('/api/multiplayer', { race: run.race, private: true }), searchOf(run), next);
}
