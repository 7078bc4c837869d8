import { Share2 } from 'lucide-react';
import { useScript } from '../core/useScript';
import { useText } from '../core/useText';
import { loadScript, Script } from '../platform/loading';
import { useEgg } from '../skins/queries';
import { DialogButton } from '../ui/DialogButton';
import { Skeleton } from '../ui/Loading';
import * as texts from './texts';

const dialog = new Script(async () => {
  const { ShareDialog } = await loadScript('ShareDialog', () => import('./ShareDialog'));
  return ShareDialog;
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
      {(close) => <Ways onChosen={close} />}
    </DialogButton>
  );
}

function Ways(props: { onChosen: () => void }) {
  const Loaded = useScript(dialog);
  return Loaded ? <Loaded {...props} /> : <Skeleton height="12rem" />;
}
