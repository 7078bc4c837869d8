import { memo, useLayoutEffect, useRef } from 'react';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { TypingRun } from './rules/TypingRun';
import { TextView } from './TextView';
import classes from './TypedText.module.css';
import * as texts from './texts';

/** The id of the text, which describes the field. */
export const TEXT_ID = 'typing-text';

interface Props {
  run: TypingRun;
  author?: string | undefined;
  id?: string;
  lang: string;
  /** False to leave the page where it is when the text is out of view. */
  isFollowed?: boolean;
  /** True to hide mistakes until the end of the text is reached. */
  isBlind?: boolean;
}

/** The text of a run, with its author. React renders the frame, and {@link TextView} the lines. */
export const TypedText = memo(function TypedText({
  run,
  author,
  id = TEXT_ID,
  lang,
  isFollowed = true,
  isBlind = false,
}: Props) {
  const t = useText();
  const view = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  const sample = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!view.current || !page.current || !caret.current || !sample.current) return;
    const elements = { view: view.current, page: page.current, caret: caret.current, sample: sample.current };
    const text = new TextView(run, elements, { isFollowed, isBlind });
    return () => text.dispose();
  }, [run, isFollowed, isBlind]);
  return (
    <figure className={classes.figure} aria-label={t(texts.typingText)}>
      {/* The text's own direction, also where a translator turns the page around. */}
      <div ref={view} className={classes.view} dir="auto">
        <div ref={page} className={classes.page} id={id} lang={lang} translate="no">
          <span ref={caret} className={classes.caret} />
        </div>
        <span ref={sample} className={classes.sample} />
      </div>
      {author !== undefined && <figcaption className="byline">{t(commonTexts.author)(author)}</figcaption>}
    </figure>
  );
});
