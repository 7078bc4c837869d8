import Share2 from 'lucide-react/icons/share-2';
import { lazyPart } from '../core/lazyPart';
import { useText } from '../core/useText';
import { useEgg } from '../skins/queries';
import { DialogButton } from '../ui/DialogButton';
import { Skeleton } from '../ui/Loading';
import * as texts from './texts';

const ShareDialog = lazyPart(() => import('./ShareDialog').then(({ ShareDialog }) => ShareDialog), {
  whileLoading: <Skeleton height="12rem" />,
  id: 'ShareDialog',
});

/** Opens the ways to share the site. */
export function ShareButton() {
  const t = useText();
  const findEgg = useEgg();
  const label = (
    <>
      <Share2 aria-hidden="true" />
      <span>{t(texts.shareTitle)}</span>
    </>
  );
  return (
    <DialogButton kind="quiet" label={label} title={t(texts.shareTitle)} onOpen={() => findEgg('bee')}>
      {(close) => <ShareDialog onChosen={close} />}
    </DialogButton>
  );
}
