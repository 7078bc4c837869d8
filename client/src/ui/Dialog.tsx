import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useStrings } from '../app/useStrings';
import { IconButton } from './Button';
import classes from './Dialog.module.css';

interface Props {
  title: string;
  isOpen: boolean;
  /** Missing for a dialog that wants an answer: it has no close button, and nothing but the answer closes it. */
  onClose?: () => void;
  /** Whether it shows a gallery rather than a few lines. */
  isWide?: boolean;
  /** The buttons at its end. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal on top of the page, with a title. */
export function Dialog({ title, isOpen, onClose, isWide = false, actions, children }: Props) {
  const strings = useStrings();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const titleId = useId();
  useEffect(() => {
    isPressedBeside.current = false;
    if (isOpen) show(dialog.current);
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for it
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-wide={isWide}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget }) => {
        // It is told of late: the dialog may be open again.
        if (!isOpen || currentTarget.open) return;
        // Chromium asks only once: the next Escape closes it whatever the page says.
        if (onClose) onClose();
        else show(dialog.current);
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        // Not where the press began elsewhere: on text that is being selected, or, by touch, on the page below. And not
        // by the second half of a double click, whose first half opened the dialog.
        if (event.detail <= 1 && isPressedBeside.current && isBeside(event)) onClose?.();
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
      {actions && <div className={classes.actions}>{actions}</div>}
    </dialog>
  );
}

function show(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  // The browser would choose the first link.
  dialog?.querySelector<HTMLElement>('[data-main]')?.focus();
}

/** Whether it happened on the backdrop, which is the dialog's own but lies outside its box. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
