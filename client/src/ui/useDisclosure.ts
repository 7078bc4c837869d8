import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Opens and closes a panel by a button; navigation closes it, too. */
export function useDisclosure() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes it
  useEffect(() => setOpen(false), [pathname]);
  return {
    isOpen,
    setOpen,
    button,
    /** Closes it on Escape, returns the focus to the button, and stops the event. */
    closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || !isOpen) return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    },
  };
}
