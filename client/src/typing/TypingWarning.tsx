import type { ReactNode } from 'react';
import classes from './TypingWarning.module.css';

/** What stands in the way of typing, on the edge of the text: nothing moves when it comes and goes. */
export function TypingWarning({ children }: { children: ReactNode }) {
  return (
    <p className={classes.warning} role="alert">
      {children}
    </p>
  );
}
