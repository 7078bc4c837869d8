import { useId } from 'react';
import limits from '../../openapi/limits.json';
import { shownCharacter } from '../core/characters';
import type { Language } from '../core/text';
import { type Translate, useText } from '../core/useText';
import { LONGEST_TEXT, SHORTEST_TEXT, type Typeable, typeable } from '../typing/rules/typeable';
import { Field, TextArea } from '../ui/Field';
import { LanguageChoice } from '../ui/LanguageChoice';
import classes from './SuggestionFields.module.css';
import { TextPreview } from './TextPreview';
import * as texts from './texts';

/** The most untypeable characters that the hint names. */
const NAMED_AT_MOST = 5;

interface Props {
  text: string;
  author: string;
  language: Language;
  onChange: (change: { text: string } | { author: string } | { language: Language }) => void;
}

/** The fields of a suggested text and its author, with a preview. */
export function SuggestionFields({ text, author, language, onChange }: Props) {
  const t = useText();
  const id = useId();
  const typed = typeable(text);
  const isEmpty = typed.characters.length === 0;
  const isWrong = typed.untypeable.length > 0 || typed.characters.length > LONGEST_TEXT;
  return (
    <>
      <TextArea
        label={t(texts.suggestion).text}
        name="text"
        value={text}
        onChange={(event) => onChange({ text: event.target.value })}
        rows={5}
        required
        isWrong={isWrong}
        hint={hintFor(typed, t)}
      />
      <Field
        label={t(texts.suggestion).author}
        name="author"
        autoComplete="off"
        value={author}
        onChange={(event) => onChange({ author: event.target.value })}
        {...limits.author}
        required
      />
      <div className="stack">
        <span id={`${id}-language`} className={classes.label}>
          {t(texts.suggestion).language}
        </span>
        <LanguageChoice
          labelledBy={`${id}-language`}
          chosen={language}
          onChoose={(chosen) => onChange({ language: chosen })}
        />
      </div>
      <div className={classes.preview} data-empty={isEmpty}>
        <p className={classes.title} aria-hidden="true">
          {t(texts.suggestion).preview}
        </p>
        {isEmpty ? (
          <p className={classes.nothing}>{t(texts.suggestion).nothing}</p>
        ) : (
          <TextPreview characters={typed.characters} author={author} lang={language} />
        )}
      </div>
    </>
  );
}

function hintFor({ characters, untypeable }: Typeable, t: Translate): string {
  const { tooShort, tooLong, count, untypeable: wrong } = t(texts.suggestion);
  const counted =
    characters.length < SHORTEST_TEXT
      ? tooShort(characters.length, SHORTEST_TEXT)
      : characters.length > LONGEST_TEXT
        ? tooLong(characters.length, LONGEST_TEXT)
        : count(characters.length, LONGEST_TEXT);
  if (untypeable.length === 0) return counted;
  const named = untypeable.slice(0, NAMED_AT_MOST).map(shownCharacter).join(', ');
  return `${counted} ${wrong(untypeable.length > NAMED_AT_MOST ? `${named}, …` : named)}`;
}
