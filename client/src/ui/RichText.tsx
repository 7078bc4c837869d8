import { Link } from 'react-router';

/** Renders a text with links, written as `[words](address)`. Calls `onFollow` when one is followed. */
export function RichText({ text, onFollow }: { text: string; onFollow?: () => void }) {
  const parts = text.split(/(\[[^\]]+\]\([^)]+\))/);
  let at = 0;
  return parts.map((part) => {
    const [, words, address] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    const key = at;
    at += part.length + 1;
    if (words === undefined || address === undefined) return <span key={key}>{part}</span>;
    const isScreen = address.startsWith('/') && !/\.\w+$/.test(address);
    if (isScreen) {
      return (
        <Link key={key} to={address} onClick={onFollow}>
          {words}
        </Link>
      );
    }
    return (
      <a
        key={key}
        href={address}
        onClick={onFollow}
        {...(address.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}
      >
        {words}
      </a>
    );
  });
}
