import { CloudOff } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../../core/useRoot';
import { useStrings } from '../../core/useStrings';
import { Button } from '../../ui/Button';
import classes from './ConnectionNotice.module.css';

/** A notice above everything else, shown while the server cannot be reached. */
export const ConnectionNotice = observer(function ConnectionNotice() {
  const strings = useStrings();
  const { connection } = useRoot();
  return (
    <div role="status">
      {connection.isLost && (
        <div ref={leaveFocusToScreen} className={classes.notice}>
          <CloudOff size="1.5rem" aria-hidden="true" />
          <p>
            <strong>{strings.offline.title}</strong>
            <span>{` ${strings.offline.text}`}</span>
          </p>
          <Button onClick={() => connection.retry()} isBlocked={connection.isTrying}>
            {strings.offline.retry}
          </Button>
        </div>
      )}
    </div>
  );
});

/** Moves the focus to the screen when the notice disappears with the focus, so that it does not restart at the top. */
function leaveFocusToScreen(notice: HTMLElement | null): () => void {
  return () => {
    if (notice?.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true });
  };
}
