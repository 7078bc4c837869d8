import type { ReactNode } from 'react';
import classes from './DeskPage.module.css';

interface Props {
  title: string;
  lead: string;
  children: ReactNode;
  /** What else one may want to do, below. */
  footnote?: ReactNode;
}

/** A screen on which users write to the team: what for, and a card to do it on. */
export function DeskPage({ title, lead, children, footnote }: Props) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      <div className={classes.card}>{children}</div>
      {footnote !== undefined && <p className={classes.footnote}>{footnote}</p>}
    </div>
  );
}
