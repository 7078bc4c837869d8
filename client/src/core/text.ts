import { formatsOf } from '../platform/format';
import { validTags } from '../platform/languages';

/** The site's languages by BCP 47 tag, each with its own name for itself. */
export const languages = { en: 'English', es: 'Español' } as const;

export type Language = keyof typeof languages;

/** A text in every language; a function if it contains values. */
export type Text<T = string> = Readonly<Record<Language, T>>;

/**
 * Declares a text of a feature, in English and Costa Rican Spanish: neutral, short, and addressing visitors as tú.
 * `[words](address)` in it may be a link: see RichText. Where the contract has a wording, it is used as is, slips of
 * spelling included.
 */
export function text<T>(en: T, es: NoInfer<T>): Text<T> {
  return { en, es };
}

/** The formats of numbers, dates and lists. */
export const formats = text(formatsOf('en'), formatsOf('es'));

/** The language that the visitor chose, else the first of the browser's `preferred` tags (such as `es-CR`) that we have. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  const tags = validTags([chosen ?? '', ...preferred]).map((tag) => tag.split('-', 1)[0] ?? '');
  return tags.find(isLanguage) ?? 'en';
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}
