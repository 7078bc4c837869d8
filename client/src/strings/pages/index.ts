import { loadChunk, type ScriptServer } from '../../platform/chunks';
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

/** The long texts in a language. */
export async function loadPages(language: Language, server: ScriptServer): Promise<Pages> {
  switch (language) {
    case 'en':
      return (await loadChunk('pages.en', () => import('./en'), server)).en;
    case 'es':
      return (await loadChunk('pages.es', () => import('./es'), server)).es;
  }
}
