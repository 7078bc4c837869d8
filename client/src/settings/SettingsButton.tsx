import { Settings } from 'lucide-react';
import { useState } from 'react';
import * as commonTexts from '../core/texts';
import { useScript } from '../core/useScript';
import { useText } from '../core/useText';
import { loadScript, Script } from '../platform/loading';
import { IconButton } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Skeleton } from '../ui/Loading';

const sheet = new Script(async () => {
  const { SettingsSheet } = await loadScript('SettingsSheet', () => import('./SettingsSheet'));
  return SettingsSheet;
});

/** Opens the settings in a sheet over the screen. Calls `onClosed` when that is gone. */
export function SettingsButton({ onClosed }: { onClosed: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton label={t(commonTexts.settings)} onClick={() => setOpen(true)}>
        <Settings aria-hidden="true" />
      </IconButton>
      <Dialog title={t(commonTexts.settings)} isOpen={isOpen} onClose={close} onClosed={onClosed} isWide>
        {isOpen && <Sheet />}
      </Dialog>
    </>
  );
}

function Sheet() {
  const Loaded = useScript(sheet);
  return Loaded ? <Loaded /> : <Skeleton height="60dvh" />;
}
