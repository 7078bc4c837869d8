import type { ReactNode } from 'react';
import { useText } from '../../core/useText';
import classes from './Review.module.css';
import * as texts from './texts';

interface Props {
  characters: readonly string[];
  lang: string;
  /** The indexes of the characters typed wrong at least once, in order. */
  mistakes: readonly number[];
}

/** The text with its mistakes marked. Screen readers get the words with mistakes instead. */
export function MarkedText({ characters, lang, mistakes }: Props) {
  const t = useText();
  return (
    <div className={classes.block}>
      <h3>{t(texts.markedText)}</h3>
      {mistakes.length === 0 ? (
        <p className={classes.flawless}>{t(texts.noMistakes)}</p>
      ) : (
        <>
          <p className="visually-hidden">
            <span>{t(texts.mistakesIn)}</span>
            <span lang={lang}>{wordsWith(characters, mistakes).join(', ')}</span>
          </p>
          <p className={classes.text} aria-hidden="true" lang={lang} dir="auto" translate="no">
            {marked(characters, mistakes)}
          </p>
        </>
      )}
    </div>
  );
}

/** The text in pieces: plain, and marked. */
function marked(characters: readonly string[], mistakes: readonly number[]): ReactNode[] {
  const parts: ReactNode[] = [];
  const plain = (start: number, end: number) => (
    <span key={`from ${start}`}>{characters.slice(start, end).join('')}</span>
  );
  let from = 0;
  for (const index of mistakes) {
    parts.push(plain(from, index), <mark key={index}>{characters[index]}</mark>);
    from = index + 1;
  }
  parts.push(plain(from, characters.length));
  return parts;
}

/** The words with mistakes, each once. */
function wordsWith(characters: readonly string[], mistakes: readonly number[]): string[] {
  const words = new Set<string>();
  for (const index of mistakes) {
    // A wrong space counts for the word before it.
    const start = index === 0 ? 0 : characters.lastIndexOf(' ', index - 1) + 1;
    const space = characters.indexOf(' ', Math.max(index, start));
    words.add(characters.slice(start, space === -1 ? undefined : space).join(''));
  }
  return [...words];
}
