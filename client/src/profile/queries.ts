import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import * as texts from './texts';

/** The ranked races of a racer. */
export function useRaces(username: string) {
  const api = useApi();
  return useQuery({ queryKey: ['races', username], queryFn: () => api.post('/api/races', { username }) });
}

/** Keeps the user out of races with a racer. */
export function useBlock(username: string) {
  const { notice } = useRoot();
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      await api.postAsUser('/api/block', { username });
      notice.show(t(texts.blocked)(username));
    },
  });
}
