import { CloudOff } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { Button } from '../ui/Button';
import classes from './ConnectionNotice.module.css';

/** Says that the server cannot be reached, for as long as that is so, above everything and moving nothing. */
export const ConnectionNotice = observer(function ConnectionNotice() {
  const strings = useStrings();
  const { connection } = useRoot();
  return (
    <div role="status">
      {connection.isLost && (
        <div ref={leaveFocusToScreen} className={classes.notice}>
          <CloudOff aria-hidden="true" />
          <p>
            <strong>{strings.offline.title}</strong> {strings.offline.text}
          </p>
          <Button onClick={() => connection.retry()} isBlocked={connection.isTrying}>
            {strings.offline.retry}
          </Button>
        </div>
      )}
    </div>
  );
});

/** The notice goes when the server is back: a focus that it has then goes on at the screen, not at the top of the page. */
function leaveFocusToScreen(notice: HTMLElement | null): () => void {
  return () => {
    if (notice?.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true });
  };
}
