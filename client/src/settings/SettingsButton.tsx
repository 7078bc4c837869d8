import Settings from 'lucide-react/icons/settings';
import { useState } from 'react';
import { lazyPart } from '../core/lazyPart';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { IconButton } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Skeleton } from '../ui/Loading';

const SettingsSheet = lazyPart(() => import('./SettingsSheet').then(({ SettingsSheet }) => SettingsSheet), {
  whileLoading: <Skeleton height="60dvh" />,
  id: 'SettingsSheet',
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
        {isOpen && <SettingsSheet />}
      </Dialog>
    </>
  );
}
