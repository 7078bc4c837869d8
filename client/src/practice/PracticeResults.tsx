import { useStrings } from '../core/useStrings';
import type { PracticeResult } from '../net/api';
import { Results } from '../typing/Results';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useEnter } from '../ui/keys';
import classes from './Practice.module.css';

interface Props {
  result: PracticeResult;
  isBest: boolean;
  /** The reason why the result could not be saved. */
  error: Error | null;
  onTryAgain: () => void;
  onNewText: () => void;
}

/** The result of a practice and the next steps, in place of the text. */
export function PracticeResults({ result, isBest, error, onTryAgain, onNewText }: Props) {
  const strings = useStrings();
  useEnter((withShift) => (withShift ? onNewText() : onTryAgain()));
  return (
    <div className="card stack">
      <Results wpm={result.wpm} accuracy={result.accuracy} time={result.time}>
        {isBest && <p className={classes.best}>{strings.practice.best}</p>}
        <ErrorText error={error} />
        <div className="cluster">
          <Button kind="primary" onClick={onTryAgain}>
            {strings.common.retry}
          </Button>
          <Button onClick={onNewText}>{strings.practice.newText}</Button>
        </div>
      </Results>
    </div>
  );
}
