import { Link } from 'react-router';

interface Props {
  text: string;
  /** Called when a link is followed. */
  onFollow?: () => void;
  /** The navigation state of links to screens. */
  state?: unknown;
}

/** Renders a text with links, written as `[words](address)`. */
export function RichText({ text, onFollow, state }: Props) {
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
        <Link key={key} to={address} state={state} onClick={onFollow}>
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
