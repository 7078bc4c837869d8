import { useStrings } from '../app/useStrings';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { useTouchNotice } from './useTouchNotice';

/** Tells who touches the screen that typing needs a keyboard; once. */
export function KeyboardNotice() {
  const strings = useStrings();
  const { isDue, dismiss } = useTouchNotice();
  return (
    <Dialog
      title={strings.typing.keyboardTitle}
      isOpen={isDue}
      onClose={dismiss}
      actions={
        <Button kind="primary" data-main onClick={dismiss}>
          {strings.typing.understood}
        </Button>
      }
    >
      <p>{strings.typing.keyboard}</p>
    </Dialog>
  );
}
