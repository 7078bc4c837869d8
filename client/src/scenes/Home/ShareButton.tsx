import { HandHeart, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { ShareWay } from '../../components/ShareWay';
import { ShareWays } from '../../components/ShareWays';
import { useEgg } from '../../hooks/useEgg';
import { useStrings } from '../../hooks/useStrings';
import { site } from '../../site';

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
