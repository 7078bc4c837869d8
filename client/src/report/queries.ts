import { useMutation } from '@tanstack/react-query';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import * as texts from './texts';

/** Something that users report: the name of a racer, their run in a race, or the text of a race. */
export type Reportable =
  | { kind: 'name'; username: string }
  | { kind: 'replay'; username: string; race: string }
  | { kind: 'text'; race: string };

/** Reports something to the admins. */
export function useReport(thing: Reportable, onDone: () => void) {
  const { notice } = useRoot();
  const t = useText();
  const api = useApi();
  return useMutation({
    mutationFn: async (words: string) => {
      await api.postAsUser('/api/report', { ...thing, words });
      notice.show(t(texts.reported));
      onDone();
    },
  });
}
