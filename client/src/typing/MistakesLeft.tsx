import { CircleAlert } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useStrings } from '../app/useStrings';
import type { TypingRun } from './TypingRun';
import { TypingWarning } from './TypingWarning';

/** Says what keeps a run from being finished whose last character is typed. Other keys render nothing. */
export function MistakesLeft({ run }: { run: TypingRun }) {
  const strings = useStrings();
  const subscribe = useCallback((listener: () => void) => run.onTouched(listener), [run]);
  const count = useSyncExternalStore(subscribe, () => (run.cursor === run.characters.length ? run.uncorrected : 0));
  if (count === 0) return null;
  return (
    <TypingWarning>
      <CircleAlert aria-hidden="true" /> {strings.typing.mistakesLeft(count)}
    </TypingWarning>
  );
}
