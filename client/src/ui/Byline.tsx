import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';

interface Props {
  author: string;
  /** The work and its year, or the subject of a text of ours, if it is known. */
  work?: string | null | undefined;
  /** The language of the text. */
  lang: string;
}

/** The author and the work of a text that is over, so that whoever has come to like it finds the book. In a line of facts. */
export function Byline({ author, work, lang }: Props) {
  const t = useText();
  return (
    <>
      <span>{t(commonTexts.author)(author)}</span>
      {work && <cite lang={lang}>{work}</cite>}
    </>
  );
}
