import limits from '../../openapi/limits.json';
import type { Strings } from '../core/strings';
import { useStrings } from '../core/useStrings';
import { shownCharacter } from '../platform/format';
import { LONGEST_TEXT, SHORTEST_TEXT, type Typeable, typeable } from '../typing/rules/typeable';
import { Field, TextArea } from '../ui/Field';
import classes from './SuggestionFields.module.css';
import { TextPreview } from './TextPreview';

/** The most untypeable characters that the hint names. */
const NAMED_AT_MOST = 5;

interface Props {
  text: string;
  author: string;
  onChange: (change: { text: string } | { author: string }) => void;
}

/** The fields of a suggested text and its author, with a preview. */
export function SuggestionFields({ text, author, onChange }: Props) {
  const strings = useStrings();
  const typed = typeable(text);
  const isEmpty = typed.characters.length === 0;
  const isWrong = typed.untypeable.length > 0 || typed.characters.length > LONGEST_TEXT;
  return (
    <>
      <TextArea
        label={strings.suggestion.text}
        value={text}
        onChange={(event) => onChange({ text: event.target.value })}
        rows={5}
        required
        isWrong={isWrong}
        hint={hintFor(typed, strings.suggestion)}
      />
      <Field
        label={strings.suggestion.author}
        value={author}
        onChange={(event) => onChange({ author: event.target.value })}
        {...limits.author}
        required
      />
      <div className={classes.preview} data-empty={isEmpty}>
        <p className={classes.title} aria-hidden="true">
          {strings.suggestion.preview}
        </p>
        {isEmpty ? (
          <p className={classes.nothing}>{strings.suggestion.nothing}</p>
        ) : (
          <TextPreview characters={typed.characters} author={author} />
        )}
      </div>
    </>
  );
}

function hintFor({ characters, untypeable }: Typeable, strings: Strings['suggestion']): string {
  const counted =
    characters.length < SHORTEST_TEXT
      ? strings.tooShort(characters.length, SHORTEST_TEXT)
      : characters.length > LONGEST_TEXT
        ? strings.tooLong(characters.length, LONGEST_TEXT)
        : strings.count(characters.length, LONGEST_TEXT);
  if (untypeable.length === 0) return counted;
  const named = untypeable.slice(0, NAMED_AT_MOST).map(shownCharacter).join(', ');
  return `${counted} ${strings.untypeable(untypeable.length > NAMED_AT_MOST ? `${named}, …` : named)}`;
}
