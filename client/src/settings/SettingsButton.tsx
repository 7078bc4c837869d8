import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useScript } from '../core/useScript';
import { useText } from '../core/useText';
import { loadScript, Script } from '../platform/loading';
import { IconButton } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Skeleton } from '../ui/Loading';
import classes from './SettingsButton.module.css';
import * as texts from './texts';

const panel = new Script(async () => {
  const { SettingsPanel } = await loadScript('SettingsPanel', () => import('./SettingsPanel'));
  return SettingsPanel;
});

/** Opens the settings in a sheet over the screen. */
export function SettingsButton({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <>
      <IconButton label={t(texts.title)} onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" />
      </IconButton>
      <Dialog title={t(texts.title)} isOpen={isOpen} onClose={close} isWide>
        {isOpen && <Sheet />}
      </Dialog>
    </>
  );
}

function Sheet() {
  const t = useText();
  const Panel = useScript(panel);
  return (
    <div className={classes.sheet}>
      {Panel ? <Panel heading="h3" /> : <Skeleton height="60dvh" />}
      <Link to={paths.settings}>{t(texts.all)}</Link>
    </div>
  );
}
