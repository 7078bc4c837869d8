import { observer } from 'mobx-react-lite';
import { createContext, type ReactNode, useCallback, useContext } from 'react';
import { formats, type Language, type Text } from './text';
import { useRoot } from './useRoot';

const LanguageContext = createContext<Language>('en');

/** Provides the language of the page to the hooks below. */
export const LanguageProvider = observer(function LanguageProvider({ children }: { children: ReactNode }) {
  const { settings } = useRoot();
  return <LanguageContext value={settings.language}>{children}</LanguageContext>;
});

/** The language of the page. */
export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** Returns a text in one language. */
export type Translate = <T>(text: Text<T>) => T;

/** Returns the function that chooses the language of the page. */
export function useText(): Translate {
  const language = useLanguage();
  return useCallback((text) => text[language], [language]);
}

/** The formats of numbers, dates and lists in one language. */
export type Formats = (typeof formats)[Language];

/** The formats of the language of the page. */
export function useFormat(): Formats {
  return formats[useLanguage()];
}
