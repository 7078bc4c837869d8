import { isVisible, shownCharacter } from '../core/characters';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { isKey } from '../typing/rules/typeable';
import classes from './TextPreview.module.css';
import * as texts from './texts';

interface Props {
  characters: readonly string[];
  author: string;
  lang: string;
}

/** A text as racers will see it; characters that no keyboard has are marked. */
export function TextPreview({ characters, author, lang }: Props) {
  const t = useText();
  return (
    <figure className={classes.figure} aria-label={t(texts.suggestion).preview}>
      <p className={classes.text} lang={lang} translate="no">
        {piecesOf(characters).map(({ at, text, isUntypeable }) =>
          isUntypeable ? (
            <mark key={at} className={classes.untypeable}>
              {text}
            </mark>
          ) : (
            <span key={at}>{text}</span>
          ),
        )}
      </p>
      <figcaption className="byline">
        <bdi>{t(commonTexts.author)(author)}</bdi>
      </figcaption>
    </figure>
  );
}

interface Piece {
  /** The index of its first character. */
  at: number;
  text: string;
  isUntypeable: boolean;
}

/** Cuts the text before and after each character that no keyboard has. */
function piecesOf(characters: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  for (const [at, character] of characters.entries()) {
    const isUntypeable = !isKey(character);
    if (last && !last.isUntypeable && !isUntypeable) {
      last.text += character;
    } else {
      last = { at, text: isUntypeable && !isVisible(character) ? shownCharacter(character) : character, isUntypeable };
      pieces.push(last);
    }
  }
  return pieces;
}
