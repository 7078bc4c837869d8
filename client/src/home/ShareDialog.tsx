import HandHeart from 'lucide-react/icons/hand-heart';
import { site } from '../core/site';
import { useText } from '../core/useText';
import { ShareWay, ShareWays } from '../ui/ShareWays';
import * as texts from './shareTexts';

/** The ways to share the site. */
export function ShareDialog({ onChosen }: { onChosen: () => void }) {
  const t = useText();
  const address = `${window.location.origin}/`;
  return (
    <ShareWays text={t(texts.shareText)} address={address} copied={address} onChosen={onChosen}>
      <ShareWay icon={HandHeart} label={t(texts.donate)} href={site.donation} />
    </ShareWays>
  );
}
