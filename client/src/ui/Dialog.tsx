import X from 'lucide-react/icons/x';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { IconButton } from './Button';
import classes from './Dialog.module.css';

interface Props {
  title: string;
  isOpen: boolean;
  /** Missing for a dialog that requires an answer: it has no close button, and only the answer closes it. */
  onClose?: () => void;
  /** Called when it is closed, and the focus is back where it was. */
  onClosed?: (() => void) | undefined;
  /** Wide enough for a gallery. */
  isWide?: boolean;
  /** Buttons below the content. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal dialog with a title. */
export function Dialog({ title, isOpen, onClose, onClosed, isWide = false, actions, children }: Props) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  const titleId = useId();
  useEffect(() => {
    isPressedBeside.current = false;
    if (isOpen) show(dialog.current);
    else dialog.current?.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
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
        // `close` fires asynchronously: the dialog may have reopened.
        if (currentTarget.open) return;
        // Chromium fires a cancelable `cancel` only once: the next Escape closes the dialog anyway.
        if (isOpen && !onClose) show(dialog.current);
        else {
          if (isOpen) onClose?.();
          onClosed?.();
        }
      }}
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        // Only if the press also began on the backdrop, not at the end of a text selection or of a touch on the page
        // below. And not on the second click of a double click, whose first one opened the dialog.
        if (event.detail <= 1 && isPressedBeside.current && isBeside(event)) onClose?.();
      }}
    >
      <header className={classes.header}>
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <IconButton label={t(commonTexts.close)} onClick={onClose}>
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
  // The browser would focus the first link.
  dialog?.querySelector<HTMLElement>('[data-main]')?.focus();
}

/** Returns whether an event happened on the backdrop, which belongs to the dialog but lies outside its box. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
