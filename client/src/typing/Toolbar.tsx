import LogOut from 'lucide-react/icons/log-out';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { IconButton } from '../ui/Button';
import classes from './Toolbar.module.css';
import { focusTypingInput } from './TypingInput';
import * as texts from './texts';

/** The line above a text: gauges, the screen's own buttons (`children`), and the shared ones. */
export const Toolbar = observer(function Toolbar({ gauges, children }: { gauges: ReactNode; children?: ReactNode }) {
  const t = useText();
  const { sound } = useRoot();
  const navigate = useNavigate();
  return (
    <div className={classes.toolbar}>
      {gauges}
      <div className={classes.buttons}>
        {children}
        <IconButton
          label={sound.isOn ? t(texts.mute) : t(texts.unmute)}
          onClick={() => {
            sound.toggle();
            focusTypingInput();
          }}
        >
          {sound.isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        </IconButton>
        <IconButton label={t(texts.leave)} onClick={() => navigate(paths.home)}>
          <LogOut aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
});
