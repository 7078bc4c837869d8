import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useReturnHere } from '../core/returnTo';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { RichText } from '../ui/RichText';
import { Preview } from './Preview';
import { SettingControls } from './SettingControls';
import classes from './Settings.module.css';
import * as texts from './texts';

/** The preview, all settings, and the button that resets them. */
export function SettingsPanel({ heading }: { heading: 'h2' | 'h3' }) {
  return (
    <div className={classes.panel}>
      <Preview />
      <SettingControls heading={heading} />
      <Reset />
      <Kept />
    </div>
  );
}

const Reset = observer(function Reset() {
  const t = useText();
  const { settings } = useRoot();
  const [undo, setUndo] = useState<(() => void) | null>(null);
  const isChanged = settings.changed.length > 0;
  const canUndo = undo !== null && !isChanged;
  const reset = () => {
    const undone = settings.reset();
    setUndo(() => undone);
  };
  return (
    <div className={classes.reset}>
      <Button onClick={reset} isBlocked={!isChanged}>
        <RotateCcw aria-hidden="true" />
        <span>{t(texts.reset)}</span>
      </Button>
      <div role="status">{canUndo && <p className="note">{t(texts.wasReset)}</p>}</div>
      {canUndo && (
        <Button kind="quiet" onClick={undo}>
          {t(texts.undo)}
        </Button>
      )}
    </div>
  );
});

/** Says where the settings are kept. */
const Kept = observer(function Kept() {
  const t = useText();
  const { settingsSync, services, session, settings } = useRoot();
  const returnHere = useReturnHere();
  const [isLasting] = useState(() => services.storage.isLasting());
  if (session.isChecking) return null;
  const onDevice = session.token === null ? texts.forGuests : texts.onDevice;
  const inBrowser = isLasting && settings.isLasting ? onDevice : texts.notKept;
  return (
    <p className="note">
      <RichText text={t(settingsSync.isInSync ? texts.onAccount : inBrowser)} state={returnHere} />
    </p>
  );
});
