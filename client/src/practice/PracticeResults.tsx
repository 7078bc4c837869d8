import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { PracticeResult } from '../net/api';
import { Results } from '../typing/Results';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useEnter } from '../ui/keys';
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
  useEnter((withShift) => (withShift ? onNewText() : onTryAgain()));
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
