/** A long text. In its paragraphs, `[words](address)` is a link. */
export interface Article {
  title: string;
  /** When it was last changed, in words. */
  updated?: string;
  lead?: string;
  sections: readonly {
    heading: string;
    /** A list stands as a list of its items. */
    paragraphs: readonly (string | readonly string[])[];
  }[];
}
