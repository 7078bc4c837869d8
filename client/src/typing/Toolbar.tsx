import { LogOut, Volume2, VolumeX } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../app/paths';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { IconButton } from '../ui/Button';
import classes from './Toolbar.module.css';
import { focusTypingInput } from './TypingInput';

interface Props {
  gauges: ReactNode;
  /** The screen's own buttons, before the shared ones. */
  children?: ReactNode;
}

/** The line above a text: gauges and buttons. */
export const Toolbar = observer(function Toolbar({ gauges, children }: Props) {
  const strings = useStrings();
  const { sound } = useRoot();
  const navigate = useNavigate();
  return (
    <div className={classes.toolbar}>
      {gauges}
      <div className={classes.buttons}>
        {children}
        <IconButton
          label={sound.isOn ? strings.typing.mute : strings.typing.unmute}
          onClick={() => {
            sound.toggle();
            focusTypingInput();
          }}
        >
          {sound.isOn ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
        </IconButton>
        <IconButton label={strings.typing.leave} onClick={() => navigate(paths.home)}>
          <LogOut aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
});
