import { HandHeart, Share2 } from 'lucide-react';
import { site } from '../core/site';
import { useStrings } from '../core/useStrings';
import { useEgg } from '../profile/queries';
import { DialogButton } from '../ui/DialogButton';
import { ShareWay, ShareWays } from '../ui/ShareWays';

/** Opens the ways to share the site. */
export function ShareButton() {
  const { share } = useStrings();
  const findEgg = useEgg();
  const address = `${window.location.origin}/`;
  const label = (
    <>
      <Share2 aria-hidden="true" />
      <span>{share.title}</span>
    </>
  );
  return (
    <DialogButton kind="quiet" label={label} title={share.title} onOpen={() => findEgg('bee')}>
      {(close) => (
        <ShareWays text={share.text} address={address} copy={share.copy} copied={address} onChosen={close}>
          <ShareWay icon={HandHeart} label={share.donate} href={site.donation} />
        </ShareWays>
      )}
    </DialogButton>
  );
}
