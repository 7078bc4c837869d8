import { Link } from 'react-router';

/** A text in which `[words](address)` is a link. */
export function RichText({ text }: { text: string }) {
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
