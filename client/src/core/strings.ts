import { validTags } from '../platform/languages';
import { en } from './strings.en';

/** The site's languages by BCP 47 tag, each with its own name for itself. */
export const languages = { en: 'English', es: 'Español' } as const;

export type Language = keyof typeof languages;

/** The texts that only some screens need, loaded along with those screens' scripts: see app/screens.ts. */
export const subjects = {
  account: { en: () => import('../account/strings.en'), es: () => import('../account/strings.es') },
  admin: { en: () => import('../admin/strings.en'), es: () => import('../admin/strings.es') },
  feedback: { en: () => import('../feedback/strings.en'), es: () => import('../feedback/strings.es') },
  legal: { en: () => import('../legal/strings.en'), es: () => import('../legal/strings.es') },
  practice: { en: () => import('../practice/strings.en'), es: () => import('../practice/strings.es') },
  profile: { en: () => import('../profile/strings.en'), es: () => import('../profile/strings.es') },
  race: { en: () => import('../race/strings.en'), es: () => import('../race/strings.es') },
  shop: { en: () => import('../shop/strings.en'), es: () => import('../shop/strings.es') },
  skins: { en: () => import('../skins/strings.en'), es: () => import('../skins/strings.es') },
  typing: { en: () => import('../typing/strings.en'), es: () => import('../typing/strings.es') },
};

export type Subject = keyof typeof subjects;

/** The type that has the properties of each type in a union. */
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Every text that a visitor can see. A screen has those of home and the shell, and of the subjects it lists. */
export type Strings = typeof en & AllOf<Awaited<ReturnType<(typeof subjects)[Subject]['en']>>['strings']>;

/** The texts of home and the shell that are part of the page's own script. */
export const fallback = { language: 'en', strings: en as Strings } as const;

/** Loads the texts of home, the shell and the `wanted` subjects in parallel. */
export async function loadStrings(language: Language, wanted: readonly Subject[]): Promise<Strings> {
  const base = language === 'en' ? { strings: en } : import('./strings.es');
  const loaded = await Promise.all([base, ...wanted.map((subject) => subjects[subject][language]())]);
  return Object.assign({}, ...loaded.map(({ strings }) => strings)) as Strings;
}

/** The language that the visitor chose, else the first of the browser's `preferred` tags (such as `es-CR`) that we have. */
export function languageFor(chosen: string | null, preferred: readonly string[]): Language {
  const tags = validTags([chosen ?? '', ...preferred]).map((tag) => tag.split('-', 1)[0] ?? '');
  return tags.find(isLanguage) ?? fallback.language;
}

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}
