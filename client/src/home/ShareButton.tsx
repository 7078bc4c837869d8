import { HandHeart, Share2 } from 'lucide-react';
import { useState } from 'react';
import { site } from '../app/site';
import { useStrings } from '../app/useStrings';
import { useEgg } from '../profile/useEgg';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { ShareWay, ShareWays } from '../ui/ShareWays';

/** Opens the ways to tell others about the page. */
export function ShareButton() {
  const strings = useStrings();
  const findEgg = useEgg();
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    findEgg('bee');
  };
  const address = `${window.location.origin}/`;
  return (
    <>
      <Button kind="quiet" onClick={open}>
        <Share2 aria-hidden="true" /> {strings.home.share}
      </Button>
      <Dialog title={strings.share.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ShareWays
          text={strings.share.text}
          address={address}
          copy={strings.share.copy}
          copied={address}
          onChosen={() => setOpen(false)}
        >
          <ShareWay icon={HandHeart} label={strings.share.donate} href={site.donation} />
        </ShareWays>
      </Dialog>
    </>
  );
}
