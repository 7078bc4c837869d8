import { arrival, loadChunk, type ScriptServer } from '../platform/chunks';
import { en } from './en';

/** Every text that a visitor can see, by screen. A translation is a value of this type in a file of its own. */
export type Strings = typeof en;

/** The languages that there are, by their BCP 47 tags, each under the name that its speakers give it. */
export const languages = { en: 'English', es: 'Español' } as const;

export type Language = keyof typeof languages;

/** The catalogue that every visitor has at once; the others are loaded by who reads them. */
export const fallback: { language: Language; strings: Strings } = { language: 'en', strings: en };

/** @param server Whom to wait for while it is away. Without it, words that cannot be had now are an error. */
export async function loadStrings(language: Language, server?: ScriptServer): Promise<Strings> {
  switch (language) {
    case 'en':
      return en;
    case 'es':
      return (await (server ? loadChunk('es', spanish, server) : arrival('es', spanish()))).es;
  }
}

function spanish() {
  return import('./es');
}

/** The first of the visitor's `preferred` languages (such as `es-CR`) that there is. */
export function bestLanguage(preferred: readonly string[]): Language {
  const known = preferred
    .map((tag) => tag.toLowerCase().split('-', 1)[0])
    .find((tag) => tag !== undefined && isLanguage(tag));
  return (known as Language | undefined) ?? fallback.language;
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}
