import { loadChunk } from '../../chunks';
import type { Language } from '..';
import type { Article } from './Article';

/** The texts that are long, so that only who reads them loads them. */
export interface Pages {
  about: {
    title: string;
    heading: string;
    lead: string;
    foundersAlt: string;
    /** What the founders say, and who they are. */
    quote: string;
    founders: string;
    /** In the order in which they stand on the page. */
    sections: Article['sections'];
    memes: { heading: string; pictures: readonly { file: 'hurry' | 'calm'; alt: string; caption: string }[] };
  };
  disclaimer: Article;
  terms: Article;
}

const loading = new Map<Language, Promise<Pages>>();

/** The long texts in a language. The same promise every time, as React's `use` wants it. */
export function loadPages(language: Language): Promise<Pages> {
  let pages = loading.get(language);
  if (!pages) {
    pages = load(language);
    // What failed is tried again by the next who asks.
    pages.catch(() => loading.delete(language));
    loading.set(language, pages);
  }
  return pages;
}

async function load(language: Language): Promise<Pages> {
  switch (language) {
    case 'en':
      return (await loadChunk('en', () => import('./en'))).en;
    case 'es':
      return (await loadChunk('es', () => import('./es'))).es;
  }
}
