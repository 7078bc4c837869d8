import { ArrowBigUpDash } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { afterNextFrame } from '../platform/frame';
import { inKeyPause } from './keyPause';
import { askForReview } from './review/RunReview';
import type { Key } from './rules/keys';
import { TypedText } from './TypedText';
import { focusTypingInput, TypingInput } from './TypingInput';
import type { TypingRun } from './TypingRun';
import classes from './TypingStage.module.css';
import { MistakesLeft, TypingWarning } from './TypingWarning';

interface Props {
  run: TypingRun;
  author: string;
  /** Whether keys are expected, so that a lost focus must be shown. */
  isActive: boolean;
  /** Whether no key will ever count again: the text is only there to be seen. */
  isOver?: boolean;
  onKey: (key: Key) => void;
  onEnter?: (withShift: boolean) => void;
  /** What lies over the text before the start. */
  overlay?: ReactNode;
}

/** The text, the field that takes the keys, and what can be wrong with either. */
export function TypingStage({ run, author, isActive, isOver = false, onKey, onEnter, overlay }: Props) {
  const strings = useStrings();
  const [hasFocus, setFocus] = useState(true);
  const [isCapsLockOn, setCapsLock] = useState(false);
  const { sound, connection } = useRoot();
  useEffect(() => afterNextFrame(() => sound.prepare()), [sound]);
  useEffect(() => inKeyPause(() => askForReview(connection)), [connection]);
  return (
    <section className={classes.stage}>
      <div className={classes.text} data-covered={overlay !== undefined}>
        {!isOver && <TypingInput onKey={onKey} onEnter={onEnter} onCapsLock={setCapsLock} onFocusChange={setFocus} />}
        <TypedText run={run} author={author} />
        {overlay !== undefined && <div className={classes.overlay}>{overlay}</div>}
        {isActive && !hasFocus && (
          <button type="button" className={classes.refocus} onClick={focusTypingInput}>
            {strings.typing.focus}
          </button>
        )}
        {!isOver && (
          <div className={classes.warnings}>
            {isCapsLockOn && (
              <TypingWarning>
                <ArrowBigUpDash aria-hidden="true" /> {strings.typing.capsLock}
              </TypingWarning>
            )}
            <MistakesLeft run={run} />
          </div>
        )}
      </div>
    </section>
  );
}
