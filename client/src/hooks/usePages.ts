import { use } from 'react';
import { loadPages, type Pages } from '../strings/pages';
import { useRoot } from './useRoot';

/** The long texts, in the visitor's language. The screen waits for them; use it inside `observer`. */
export function usePages(): Pages {
  const { language } = useRoot();
  return use(loadPages(language.language));
}
