import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useStrings } from '../hooks/useStrings';
import classes from './Dialog.module.css';
import { IconButton } from './IconButton';

interface Props {
  title: string;
  isOpen: boolean;
  /** Missing for a dialog that wants an answer: it has no close button, and Escape does not close it. */
  onClose?: () => void;
  /** Whether it shows a gallery rather than a few lines. */
  isWide?: boolean;
  children: ReactNode;
}

/** A modal on top of the page, with a title. */
export function Dialog({ title, isOpen, onClose, isWide = false, children }: Props) {
  const strings = useStrings();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const { current } = dialog;
    if (!isOpen) return current?.close();
    current?.showModal();
    // The browser would choose the first link.
    current?.querySelector<HTMLElement>('[data-main]')?.focus();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-wide={isWide}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header className={classes.header}>
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <IconButton label={strings.common.close} onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        )}
      </header>
      {children}
    </dialog>
  );
}
