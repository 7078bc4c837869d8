import { HandHeart, Link as LinkIcon, MessageCircle, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { useRoot } from '../../hooks/useRoot';
import { copyText, tweetLink, whatsappLink } from '../../share';
import { site } from '../../site';
import { strings } from '../../strings';
import classes from './ShareButton.module.css';

/** Opens the ways to tell others about the page. */
export function ShareButton() {
  const { notice } = useRoot();
  const [isOpen, setOpen] = useState(false);
  const address = `${window.location.origin}/`;
  const copy = async () => {
    const isCopied = await copyText(address);
    setOpen(false);
    notice.show(isCopied ? strings.common.copied : strings.errors.notCopied + address);
  };
  const opened = (message: string) => () => {
    setOpen(false);
    notice.show(message);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Share2 aria-hidden="true" /> {strings.home.share}
      </Button>
      <Dialog title={strings.share.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ul className={classes.ways}>
          <li>
            <button type="button" className={classes.way} onClick={copy}>
              <LinkIcon aria-hidden="true" /> {strings.share.copy}
            </button>
          </li>
          <li>
            <a
              className={classes.way}
              href={tweetLink(strings.share.text, address)}
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
              href={whatsappLink(strings.share.text, address)}
              target="_blank"
              rel="noreferrer"
              onClick={opened(strings.share.openedWhatsapp)}
            >
              <MessageCircle aria-hidden="true" /> {strings.share.whatsapp}
            </a>
          </li>
          <li>
            <a className={classes.way} href={site.donation} target="_blank" rel="noreferrer">
              <HandHeart aria-hidden="true" /> {strings.share.donate}
            </a>
          </li>
        </ul>
      </Dialog>
    </>
  );
}
