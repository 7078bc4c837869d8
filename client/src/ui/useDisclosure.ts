import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** The state of a panel that a button opens and closes. */
interface Disclosure {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
  /** Closes it on Escape, returns the focus to the button, and stops the event. */
  closeOnEscape: (event: KeyboardEvent) => void;
}

/** Opens and closes a panel by a button; navigation closes it, too. */
export function useDisclosure(): Disclosure {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path closes it
  useEffect(() => setOpen(false), [pathname]);
  return {
    isOpen,
    setOpen,
    button,
    closeOnEscape(event) {
      if (event.key !== 'Escape' || !isOpen) return;
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    },
  };
}
