import { memo, useLayoutEffect, useRef } from 'react';
import { useStrings } from '../app/useStrings';
import { TextPainter } from './TextPainter';
import classes from './TypedText.module.css';
import type { TypingRun } from './TypingRun';

interface Props {
  run: TypingRun;
  author: string;
}

/**
 * The text of a run, character by character, with its author. React renders the frame; the characters in it are the
 * {@link TextPainter}'s.
 */
export const TypedText = memo(function TypedText({ run, author }: Props) {
  const strings = useStrings();
  const view = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!view.current || !page.current || !caret.current) return;
    const painter = new TextPainter(
      run,
      { window: view.current, page: page.current, caret: caret.current },
      {
        line: classes.line ?? '',
        character: {
          untyped: '',
          current: classes.current ?? '',
          correct: classes.correct ?? '',
          incorrect: classes.incorrect ?? '',
        },
      },
    );
    return () => painter.dispose();
  }, [run]);
  return (
    <figure className={classes.figure} aria-label={strings.typing.text}>
      <div ref={view} className={classes.window}>
        <div ref={page} className={classes.page} translate="no">
          <span ref={caret} className={classes.caret} />
        </div>
      </div>
      <figcaption className={classes.author}>{strings.typing.author(author)}</figcaption>
    </figure>
  );
});
