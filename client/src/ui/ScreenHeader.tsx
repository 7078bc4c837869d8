import type { ReactNode } from 'react';
import classes from './ScreenHeader.module.css';

interface Props {
  title: string;
  lead: string;
  /** Shown at the other end of the line. */
  children?: ReactNode;
}

/** The title of a screen with a sentence about it. */
export function ScreenHeader({ title, lead, children }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {children}
    </header>
  );
}
