import CloudOff from 'lucide-react/icons/cloud-off';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { Button } from '../../ui/Button';
import classes from './ConnectionNotice.module.css';
import * as texts from './texts';

/** A notice above everything else, shown while the server cannot be reached. */
export const ConnectionNotice = observer(function ConnectionNotice() {
  const t = useText();
  const { connection } = useRoot();
  return (
    <div role="status">
      {connection.isLost && (
        <div ref={leaveFocusToScreen} className={classes.notice}>
          <CloudOff size="1.5rem" aria-hidden="true" />
          <p>
            <strong>{t(texts.offlineTitle)}</strong>
            <span>{` ${t(texts.offlineText)}`}</span>
          </p>
          <Button onClick={() => connection.retry()} isBlocked={connection.isTrying}>
            {t(texts.retry)}
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
