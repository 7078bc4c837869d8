import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** What a button of the navigation opens, and how it closes again. */
interface Disclosure {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  button: RefObject<HTMLButtonElement | null>;
  /** Closes it at Escape and leads back to the button; around it, nothing else hears of that key. */
  closeOnEscape: (event: KeyboardEvent) => void;
}

/** Something that a button opens and closes; going somewhere closes it too. */
export function useDisclosure(): Disclosure {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what closes it
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
