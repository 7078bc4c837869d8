import type { LucideIcon } from 'lucide-react';
import Link from 'lucide-react/icons/link';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import type { ReactNode } from 'react';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import classes from './ShareWays.module.css';
import { useCopy } from './useCopy';

interface ShareWaysProps {
  text: string;
  /** The link in the message. */
  address: string;
  /** The label of the copy button; missing for that of a link. */
  copy?: string;
  /** The text that it copies. */
  copied: string;
  /** Called on every choice. */
  onChosen: () => void;
  /** More {@link ShareWay}s. */
  children?: ReactNode;
}

/** The ways to share something: copy, tweet, chat. */
export function ShareWays({ text, address, copy, copied, onChosen, children }: ShareWaysProps) {
  const t = useText();
  const { notice } = useRoot();
  const putOnClipboard = useCopy();
  const take = (way: () => void) => () => {
    onChosen();
    way();
  };
  return (
    <ul className={classes.ways}>
      <ShareWay icon={Link} label={copy ?? t(commonTexts.copyLink)} onClick={take(() => putOnClipboard(copied))} />
      <ShareWay
        icon={Share2}
        label={t(commonTexts.tweet)}
        href={`https://twitter.com/intent/tweet?${new URLSearchParams({ text, url: address })}`}
        onClick={take(() => notice.show(t(commonTexts.openedTwitter)))}
      />
      <ShareWay
        icon={MessageCircle}
        label={t(commonTexts.whatsapp)}
        href={`https://wa.me/?${new URLSearchParams({ text: `${text} ${address}` })}`}
        onClick={take(() => notice.show(t(commonTexts.openedWhatsapp)))}
      />
      {children}
    </ul>
  );
}

interface ShareWayProps {
  icon: LucideIcon;
  label: string;
  /** A link that opens in a new tab; missing for a button. */
  href?: string;
  onClick?: () => void;
}

/** An entry of {@link ShareWays}. */
export function ShareWay({ icon: Icon, label, href, onClick }: ShareWayProps) {
  const content = (
    <>
      <Icon aria-hidden="true" />
      <span>{label}</span>
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
