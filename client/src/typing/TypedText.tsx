import { memo, useLayoutEffect, useRef } from 'react';
import { useStrings } from '../app/useStrings';
import { TextPainter } from './TextPainter';
import classes from './TypedText.module.css';
import type { TypingRun } from './TypingRun';

interface Props {
  run: TypingRun;
  author: string;
}

/** The text of a run, with its author. React renders the frame; the lines in it are the {@link TextPainter}'s. */
export const TypedText = memo(function TypedText({ run, author }: Props) {
  const strings = useStrings();
  const view = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!view.current || !page.current || !caret.current) return;
    const elements = { view: view.current, page: page.current, caret: caret.current };
    const painter = new TextPainter(run, elements, {
      line: classes.line ?? '',
      untyped: '',
      correct: classes.correct ?? '',
      incorrect: classes.incorrect ?? '',
    });
    return () => painter.dispose();
  }, [run]);
  return (
    <figure className={classes.figure} aria-label={strings.typing.text}>
      <div ref={view} className={classes.view}>
        <div ref={page} className={classes.page} translate="no">
          <span ref={caret} className={classes.caret} />
        </div>
      </div>
      <figcaption className={classes.author}>{strings.common.author(author)}</figcaption>
    </figure>
  );
});
