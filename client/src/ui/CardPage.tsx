import type { ReactNode } from 'react';
import classes from './CardPage.module.css';

interface Props {
  title: string;
  lead: string;
  /** Whether its card holds a few short fields, below a title in the middle. */
  isNarrow?: boolean;
  children: ReactNode;
  /** What else one may want to do, below. */
  footnote?: ReactNode;
}

/** A screen for doing one thing: what it is for, and a card to do it on. */
export function CardPage({ title, lead, isNarrow = false, children, footnote }: Props) {
  return (
    <div className={classes.page} data-narrow={isNarrow}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      <div className={classes.card}>{children}</div>
      {footnote !== undefined && <p className={classes.footnote}>{footnote}</p>}
    </div>
  );
}
