import { Link as LinkIcon, MessageCircle, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRoot } from '../hooks/useRoot';
import { useStrings } from '../hooks/useStrings';
import { copyText, tweetLink, whatsappLink } from '../share';
import classes from './ShareWays.module.css';

interface Props {
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
  /** More ways, each in the class of {@link shareWay}. */
  children?: ReactNode;
}

/** How one line of the list looks. */
export const shareWay = classes.way;

/** The ways to tell others about something: copy, tweet, chat. */
export function ShareWays({ text, address, copy, copied, onChosen, children }: Props) {
  const strings = useStrings();
  const { notice } = useRoot();
  const putOnClipboard = async () => {
    const isCopied = await copyText(copied);
    onChosen();
    notice.show(isCopied ? strings.common.copied : strings.errors.notCopied + copied);
  };
  const opened = (message: string) => () => {
    onChosen();
    notice.show(message);
  };
  return (
    <ul className={classes.ways}>
      <li>
        <button type="button" className={classes.way} onClick={putOnClipboard}>
          <LinkIcon aria-hidden="true" /> {copy}
        </button>
      </li>
      <li>
        <a
          className={classes.way}
          href={tweetLink(text, address)}
          target="_blank"
          rel="noreferrer"
          onClick={opened(strings.share.openedTwitter)}
        >
          <Share2 aria-hidden="true" /> {strings.share.tweet}
        </a>
      </li>
      <li>
        <a
          className={classes.way}
          href={whatsappLink(text, address)}
          target="_blank"
          rel="noreferrer"
          onClick={opened(strings.share.openedWhatsapp)}
        >
          <MessageCircle aria-hidden="true" /> {strings.share.whatsapp}
        </a>
      </li>
      {children}
    </ul>
  );
}
