import type { ReactNode } from 'react';
import classes from './EmptyPlace.module.css';

/** Stands where something would be that is not there, and says why. */
export function EmptyPlace({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div className={classes.place} {...(role ? { role } : {})}>
      {children}
    </div>
  );
}
