import { useId } from 'react';
import { isLanguage, type Language, text } from '../core/text';
import { useText } from '../core/useText';
import { Choice } from './Choice';
import { languageOptions } from './LanguageChoice';

/** Not with the texts of all screens, which a race loads, too. */
const title = text('Texts in', 'Textos en');
const all = text('All', 'Todos');

interface Props {
  /** Undefined for all languages. */
  chosen: Language | undefined;
  onChoose: (language: Language | undefined) => void;
}

/** A choice of one language or all: only races through texts in that language count. */
export function LanguageFilter({ chosen, onChoose }: Props) {
  const t = useText();
  const id = useId();
  return (
    <div>
      <span id={id} className="visually-hidden">
        {t(title)}
      </span>
      <Choice
        labelledBy={id}
        options={[{ value: '', label: t(all) }, ...languageOptions]}
        chosen={chosen ?? ''}
        onChoose={(tag) => onChoose(isLanguage(tag) ? tag : undefined)}
      />
    </div>
  );
}
