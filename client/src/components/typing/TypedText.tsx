import { memo, useLayoutEffect, useRef } from 'react';
import { useStrings } from '../../hooks/useStrings';
import type { TypingRun } from '../../typing/TypingRun';
import { TextPainter } from './TextPainter';
import classes from './TypedText.module.css';

interface Props {
  run: TypingRun;
  author: string;
}

/**
 * The text of a run, character by character, with its author. React renders it once per run; from then on the
 * {@link TextPainter} changes it.
 */
export const TypedText = memo(function TypedText({ run, author }: Props) {
  const strings = useStrings();
  const view = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const caret = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!view.current || !page.current || !caret.current) return;
    const characters = [...page.current.querySelectorAll<HTMLElement>('span > span')];
    const painter = new TextPainter(
      run,
      { window: view.current, page: page.current, characters, caret: caret.current },
      {
        untyped: '',
        current: classes.current ?? '',
        correct: classes.correct ?? '',
        incorrect: classes.incorrect ?? '',
      },
    );
    return () => painter.dispose();
  }, [run]);
  return (
    <figure className={classes.figure} aria-label={strings.typing.text}>
      <div ref={view} className={classes.window}>
        <div ref={page} className={classes.page} role="img" aria-label={run.text} translate="no">
          {wordsOf(run.characters).map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a run never move
            <span key={index}>
              {word.map((character, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do its characters
                <span key={place}>{character}</span>
              ))}
            </span>
          ))}
          <span className={classes.end}>
            <span>{'\u200b'}</span>
          </span>
          <span ref={caret} className={classes.caret} />
        </div>
      </div>
      <figcaption className={classes.author}>{strings.typing.author(author)}</figcaption>
    </figure>
  );
});

/**
 * The characters word by word, each with the space behind it. Words are elements of their own only for speed: when one
 * character changes, the browser looks through the words and one word's characters, not through the whole text.
 */
function wordsOf(characters: readonly string[]): string[][] {
  const words: string[][] = [];
  let word: string[] = [];
  for (const character of characters) {
    word.push(character);
    if (character === ' ') {
      words.push(word);
      word = [];
    }
  }
  if (word.length > 0) words.push(word);
  return words;
}
