import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import * as texts from './texts';

/** Explains on the first touch, once per browser, that typing needs a keyboard. */
export function KeyboardNotice() {
  const t = useText();
  const { consent, services } = useRoot();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onTouch = () => {
      // The consent may have expired since the page was opened.
      consent.evaluate();
      if (!consent.isGiven) {
        navigate(paths.home);
      } else if (services.storage.get('touch') === null) {
        services.storage.set('touch', 'true');
        setOpen(true);
      }
    };
    window.addEventListener('touchstart', onTouch, { passive: true });
    return () => window.removeEventListener('touchstart', onTouch);
  }, [consent, navigate, services]);
  const close = () => setOpen(false);
  return (
    <Dialog
      title={t(texts.keyboardTitle)}
      isOpen={isOpen}
      onClose={close}
      actions={
        <Button kind="primary" data-main onClick={close}>
          {t(texts.understood)}
        </Button>
      }
    >
      <p>{t(texts.keyboard)}</p>
    </Dialog>
  );
}
