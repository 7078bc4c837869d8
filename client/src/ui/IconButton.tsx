import type { ReactNode } from 'react';
import classes from './IconButton.module.css';

interface Props {
  /** What it does: its accessible name, and its tooltip. */
  label: string;
  onClick: () => void;
  /** The icon. */
  children: ReactNode;
}

/** A round button that shows an icon. */
export function IconButton({ label, onClick, children }: Props) {
  return (
    <button type="button" className={classes.button} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}
