import { Link, type LucideIcon, MessageCircle, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { tweetLink, whatsappLink } from '../platform/share';
import classes from './ShareWays.module.css';
import { useCopy } from './useCopy';

interface ShareWaysProps {
  /** What the message says. */
  text: string;
  /** Where it leads. */
  address: string;
  /** What the copy button says. */
  copy: string;
  /** What it copies. */
  copied: string;
  /** A way was taken. */
  onChosen: () => void;
  /** More ways, each a {@link ShareWay}. */
  children?: ReactNode;
}

/** The ways to tell others about something: copy, tweet, chat. */
export function ShareWays({ text, address, copy, copied, onChosen, children }: ShareWaysProps) {
  const strings = useStrings();
  const { notice } = useRoot();
  const putOnClipboard = useCopy();
  const take = (way: () => void) => () => {
    onChosen();
    way();
  };
  return (
    <ul className={classes.ways}>
      <ShareWay icon={Link} label={copy} onClick={take(() => putOnClipboard(copied))} />
      <ShareWay
        icon={Share2}
        label={strings.share.tweet}
        href={tweetLink(text, address)}
        onClick={take(() => notice.show(strings.share.openedTwitter))}
      />
      <ShareWay
        icon={MessageCircle}
        label={strings.share.whatsapp}
        href={whatsappLink(text, address)}
        onClick={take(() => notice.show(strings.share.openedWhatsapp))}
      />
      {children}
    </ul>
  );
}

interface ShareWayProps {
  icon: LucideIcon;
  label: string;
  /** Where it leads, in a tab of its own; missing for a button. */
  href?: string;
  onClick?: () => void;
}

/** One way to tell others about something: a line of {@link ShareWays}. */
export function ShareWay({ icon: Icon, label, href, onClick }: ShareWayProps) {
  const content = (
    <>
      <Icon aria-hidden="true" /> {label}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={classes.way} onClick={onClick}>
          {content}
        </button>
      ) : (
        <a className={classes.way} href={href} target="_blank" rel="noreferrer" onClick={onClick}>
          {content}
        </a>
      )}
    </li>
  );
}
