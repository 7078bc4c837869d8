import { useEffect, useEffectEvent } from 'react';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import type { PracticeResult } from '../net/api';
import { isOfComposition } from '../platform/composition';
import { Results } from '../typing/Results';
import { type Command, commandOf } from '../typing/rules/keyboard';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { usesKeysItself } from '../ui/keys';
import classes from './Practice.module.css';
import * as texts from './texts';

interface Props {
  result: PracticeResult;
  isBest: boolean;
  /** The reason why the result could not be saved. */
  error: Error | null;
  /** The name of what comes next. */
  next: string;
  onTryAgain: () => void;
  onNewText: () => void;
}

/** The result of a practice and the next steps, in place of the text. */
export function PracticeResults({ result, isBest, error, next, onTryAgain, onNewText }: Props) {
  const t = useText();
  useCommands((command) => (command === 'newText' ? onNewText() : onTryAgain()));
  return (
    <div className="card stack">
      <Results wpm={result.wpm} accuracy={result.accuracy} time={result.time}>
        {isBest && <p className={classes.best}>{t(texts.best)}</p>}
        <ErrorText error={error} />
        <div className="cluster">
          <Button kind="primary" onClick={onTryAgain}>
            {t(commonTexts.retry)}
          </Button>
          <Button onClick={onNewText}>{next}</Button>
        </div>
      </Results>
    </div>
  );
}

/** Obeys the keys of a practice, and Enter in any case, unless the focused element uses them. */
function useCommands(onCommand: (command: Command) => void): void {
  const { settings } = useRoot();
  const obey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || isOfComposition(event) || usesKeysItself(event.target)) return;
    const command = commandOf(event, settings.values.quickRestart) ?? commandOf(event, 'enter');
    if (command === null) return;
    event.preventDefault();
    onCommand(command);
  });
  useEffect(() => {
    const onKeydown = (event: KeyboardEvent) => obey(event);
    document.addEventListener('keydown', onKeydown);
    return () => document.removeEventListener('keydown', onKeydown);
  }, []);
}
