import { HandHeart, Share2 } from 'lucide-react';
import { site } from '../core/site';
import { useText } from '../core/useText';
import { useEgg } from '../skins/queries';
import { DialogButton } from '../ui/DialogButton';
import { ShareWay, ShareWays } from '../ui/ShareWays';
import * as texts from './texts';

/** Opens the ways to share the site. */
export function ShareButton() {
  const t = useText();
  const findEgg = useEgg();
  const address = `${window.location.origin}/`;
  const label = (
    <>
      <Share2 aria-hidden="true" />
      <span>{t(texts.shareTitle)}</span>
    </>
  );
  return (
    <DialogButton kind="quiet" label={label} title={t(texts.shareTitle)} onOpen={() => findEgg('bee')}>
      {(close) => (
        <ShareWays text={t(texts.shareText)} address={address} copy={t(texts.copy)} copied={address} onChosen={close}>
          <ShareWay icon={HandHeart} label={t(texts.donate)} href={site.donation} />
        </ShareWays>
      )}
    </DialogButton>
  );
}
