import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/** Stands where something would be that is not there, and says why. */
export function EmptyState({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={classes.place} {...(role ? { role } : {})}>
      {children}
    </div>
  );
}
