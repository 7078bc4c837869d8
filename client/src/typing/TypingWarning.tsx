import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useText } from '../core/useText';
import { afterNextFrame } from '../platform/frame';
import { RULES, type TypingRun } from './rules/TypingRun';
import classes from './TypingStage.module.css';
import * as texts from './texts';

/** A warning on the edge of the text, where it moves nothing. */
export function TypingWarning({ children }: { children: ReactNode }) {
  return (
    <p className={classes.warning} role="alert">
      {children}
    </p>
  );
}

/** Warns of remaining mistakes once the last character of a run is typed. Other keys render nothing. */
export function MistakesLeft({ run }: { run: TypingRun }) {
  const t = useText();
  const subscribe = useCallback((listener: () => void) => run.onTouched(listener), [run]);
  const count = useSyncExternalStore(subscribe, () =>
    run.cursor === run.characters.length && !run.isFinished ? run.uncorrected : 0,
  );
  if (count === 0) return null;
  return (
    <TypingWarning>
      <CircleAlert aria-hidden="true" />
      <span>{run.rules === RULES.words ? t(texts.lastWordLeft) : t(texts.mistakesLeft)(count)}</span>
    </TypingWarning>
  );
}

/** Announces a mistake to screen readers, once until it is corrected. Renders after the frame that shows the key. */
export function MistakeMade({ run }: { run: TypingRun }) {
  const t = useText();
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const update = () => isCurrent && setWrong(run.hasMistake);
    update();
    const stop = run.onTouched(() => afterNextFrame(update));
    return () => {
      isCurrent = false;
      stop();
    };
  }, [run]);
  return (
    <p className="visually-hidden" role="status">
      {isWrong && t(texts.mistake)}
    </p>
  );
}
