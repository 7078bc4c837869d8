import type { ReactNode } from 'react';
import classes from './CardPage.module.css';

interface Props {
  title: string;
  lead: string;
  /** A narrow card for a few short fields, below a centered title. */
  isNarrow?: boolean;
  children: ReactNode;
  /** Links to related screens, below the card. */
  footnote?: ReactNode;
}

/** A screen for one task: a title, a lead and a card. */
export function CardPage({ title, lead, isNarrow = false, children, footnote }: Props) {
  return (
    <div className={classes.page} data-narrow={isNarrow}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
      </header>
      <div className="card">{children}</div>
      {footnote !== undefined && <p className={`${classes.footnote} soft`}>{footnote}</p>}
    </div>
  );
}
