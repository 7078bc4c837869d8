import ArrowBigUpDash from 'lucide-react/icons/arrow-big-up-dash';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type ReactNode, useEffect, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { afterNextFrame } from '../platform/frame';
import { leaveFocus } from '../ui/keys';
import { RunReview } from './review/RunReview';
import type { Doubts } from './rules/FieldKeys';
import type { Command } from './rules/keyboard';
import type { Key, TypingRun } from './rules/TypingRun';
import { TEXT_ID, TypedText } from './TypedText';
import { focusTypingInput, TypingInput } from './TypingInput';
import classes from './TypingStage.module.css';
import { MistakeMade, MistakesLeft, TypingWarning } from './TypingWarning';
import * as texts from './texts';

interface Props {
  run: TypingRun;
  author?: string | undefined;
  lang: string;
  /** True if keys are expected, so that a lost focus is shown. */
  isActive: boolean;
  /** True once keys no longer count; the text stays visible. */
  isOver?: boolean;
  onKey: (key: Key, at: number) => void;
  onDoubts?: (doubts: Doubts) => void;
  onCommand?: (command: Command) => void;
  /** True to hide mistakes until the end of the text is reached. */
  isBlind?: boolean;
  /** The button behind the text, which Tab reaches first; without it, Tab and Enter lead back to the text. */
  restart?: { label: string; run: () => void };
  /** Covers the text before the start. Its sentence has the given id. */
  overlay?: ((id: string) => ReactNode) | undefined;
}

/** The id of the overlay's sentence, which describes the field until the text does. */
const OVERLAY_ID = 'typing-overlay';

/** The text, the field that takes the keys, and the warnings of both. */
export function TypingStage({
  run,
  author,
  lang,
  isActive,
  isOver = false,
  isBlind = false,
  onKey,
  onDoubts,
  onCommand,
  restart,
  overlay,
}: Props) {
  const t = useText();
  const [hasFocus, setFocus] = useState(true);
  const [isRestartFocused, setRestartFocused] = useState(false);
  const [isCapsLockOn, setCapsLock] = useState(false);
  const { sound } = useRoot();
  useEffect(
    () =>
      afterNextFrame(() => {
        sound.prepare();
        void RunReview.load();
      }),
    [sound],
  );
  useDimming(isOver ? null : run);
  return (
    <section className={classes.stage} data-covered={overlay !== undefined}>
      {!isOver && (
        <TypingInput
          onKey={onKey}
          onDoubts={onDoubts}
          onCommand={onCommand}
          onCapsLock={setCapsLock}
          onFocusChange={setFocus}
          describedBy={overlay === undefined ? TEXT_ID : OVERLAY_ID}
        />
      )}
      <TypedText run={run} author={author} lang={lang} isBlind={isBlind} />
      {overlay !== undefined && <div className={classes.overlay}>{overlay(OVERLAY_ID)}</div>}
      {isActive && restart && (
        <button
          type="button"
          className={classes.restart}
          onMouseDown={leaveFocus}
          onClick={restart.run}
          onFocus={() => setRestartFocused(true)}
          onBlur={() => setRestartFocused(false)}
        >
          <RotateCcw aria-hidden="true" size="0.9rem" />
          <span>{restart.label}</span>
          <small aria-hidden="true">{isRestartFocused ? 'Enter' : 'Tab'}</small>
        </button>
      )}
      {/* In a race, Tab reaches it, too: the next link would leave the page. */}
      {isActive && (restart === undefined || (!hasFocus && !isRestartFocused)) && (
        <button type="button" className={hasFocus ? 'visually-hidden' : classes.refocus} onClick={focusTypingInput}>
          {t(texts.focus)}
        </button>
      )}
      {!isOver && (
        <div className={classes.warnings}>
          {isCapsLockOn && (
            <TypingWarning>
              <ArrowBigUpDash aria-hidden="true" />
              <span>{t(texts.capsLock)}</span>
            </TypingWarning>
          )}
          <MistakesLeft run={run} />
          {!isBlind && <MistakeMade run={run} />}
        </div>
      )}
    </section>
  );
}

/** Dims navigation and footer from the first key of `run` on. */
function useDimming(run: TypingRun | null): void {
  useEffect(() => {
    let isOver = false;
    const stop = run?.onTouched(() => {
      stop?.();
      // Dimming takes longer than a frame, so it waits for the one that shows this key.
      afterNextFrame(() => document.body.toggleAttribute('data-calm', !isOver));
    });
    return () => {
      isOver = true;
      stop?.();
      document.body.removeAttribute('data-calm');
    };
  }, [run]);
}
