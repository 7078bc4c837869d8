import { isLanguage, type Language, languages } from '../core/text';
import { Choice } from './Choice';

interface Props {
  chosen: Language;
  onChoose: (language: Language) => void;
  /** The id of the element that names the choice. */
  labelledBy: string;
}

/** The site's languages, each by its own name. */
export const languageOptions = Object.entries(languages).map(([tag, name]) => ({ value: tag, label: name, lang: tag }));

/** A choice of one of the site's languages. */
export function LanguageChoice({ onChoose, ...props }: Props) {
  return <Choice {...props} options={languageOptions} onChoose={(tag) => isLanguage(tag) && onChoose(tag)} />;
}
