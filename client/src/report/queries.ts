import { useMutation } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import * as texts from './texts';

/** Something that users report: the name of a racer, their run in a race or in the last one of a room, or a race's text. */
export type Reportable =
  | { kind: 'name'; username: string }
  | { kind: 'replay'; username: string; race: string }
  | { kind: 'replay'; username: string; room: string }
  | { kind: 'text'; race: string };

/** Reports something to the admins. */
export function useReport(thing: Reportable, onDone: () => void) {
  const { notice } = useRoot();
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async (words: string) => {
      const race = 'room' in thing ? await api.postAsUser('/api/replay/room', { code: thing.room }) : {};
      await api.postAsUser('/api/report', { ...thing, ...race, words });
      notice.show(t(texts.reported));
      onDone();
    },
  });
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
