import { CircleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { useStrings } from '../app/useStrings';
import type { TypingRun } from './TypingRun';
import classes from './TypingWarning.module.css';

/** What stands in the way of typing, on the edge of the text: nothing moves when it comes and goes. */
export function TypingWarning({ children }: { children: ReactNode }) {
  return (
    <p className={classes.warning} role="alert">
      {children}
    </p>
  );
}

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
