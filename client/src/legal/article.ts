/** A long text. In its paragraphs, `[words](address)` is a link. */
export interface Article {
  title: string;
  /** The date of the last change, in words. */
  updated?: string;
  lead?: string;
  sections: readonly {
    heading: string;
    /** An array is a list of items. */
    paragraphs: readonly (string | readonly string[])[];
  }[];
}

/** The About page and the legal texts, in one language. */
export interface LegalTexts {
  about: {
    heading: string;
    lead: string;
    foundersAlt: string;
    /** A quote by the founders. */
    quote: string;
    founders: string;
    sections: Article['sections'];
    memes: { heading: string; pictures: readonly { file: 'hurry' | 'calm'; alt: string; caption: string }[] };
  };
  disclaimer: Article;
  terms: Article;
}
