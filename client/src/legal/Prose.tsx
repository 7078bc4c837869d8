import { RichText } from '../ui/RichText';
import type { Article } from './texts';

/** The paragraphs and lists of a section. */
export function Prose({ paragraphs }: { paragraphs: Article['sections'][number]['paragraphs'] }) {
  return paragraphs.map((paragraph) =>
    typeof paragraph === 'string' ? (
      <p key={paragraph}>
        <RichText text={paragraph} />
      </p>
    ) : (
      <ul key={paragraph.join()}>
        {paragraph.map((item) => (
          <li key={item}>
            <RichText text={item} />
          </li>
        ))}
      </ul>
    ),
  );
}
