import { useRoot } from '../../core/useRoot';
import { useRoom } from '../useOpenRoom';
import { type SharedRun, searchOf } from './rules';

/** Opens a race through the text of a run, against its ghost. */
export function useRoomAgainst(run: SharedRun) {
  const { api } = useRoot().services;
  return useRoom(() => api.postAsUser('/api/multiplayer', { race: run.race, private: true }), searchOf(run));
}
