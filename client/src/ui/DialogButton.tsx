import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick' | 'title' | 'children'> {
  /** The content of the button. */
  label: ReactNode;
  title: string;
  isWide?: boolean;
  /** True to open it with the screen. */
  isOpenAtFirst?: boolean;
  onOpen?: () => void;
  /** Called when the dialog is closed, and the focus is back on the button. */
  onClosed?: () => void;
  /** The content of the dialog. */
  children: (close: () => void) => ReactNode;
}

export function DialogButton(props: Props) {
  const { label, title, isWide = false, isOpenAtFirst = false, onOpen, onClosed, children, ...button } = props;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const close = () => setOpen(false);
  const open = () => {
    setOpen(true);
    onOpen?.();
  };
  return (
    <>
      <Button {...button} onClick={open} aria-haspopup="dialog">
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close} onClosed={onClosed} isWide={isWide}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
