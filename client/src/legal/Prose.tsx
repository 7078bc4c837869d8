import { Link } from 'react-router';
import type { Article } from '../strings/pages/Article';

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

/** A text in which `[words](address)` is a link. */
function RichText({ text }: { text: string }) {
  const parts = text.split(/(\[[^\]]+\]\([^)]+\))/);
  let at = 0;
  return parts.map((part) => {
    const [, words, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    const key = at;
    at += part.length + 1;
    if (words === undefined || address === undefined) return part;
    if (address.startsWith('/')) {
      return (
        <Link key={key} to={address}>
          {words}
        </Link>
      );
    }
    return (
      <a key={key} href={address} {...(address.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {words}
      </a>
    );
  });
}
