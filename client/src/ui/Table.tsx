import type { ComponentProps } from 'react';
import classes from './Table.module.css';

interface Props extends ComponentProps<'table'> {
  /** `rows` in a card of their own; `cards`, too, but narrow screens show each row as a card, its cells titled by `data-title`. */
  look: 'plain' | 'rows' | 'cards';
  /** Dims the rows of the previous choice while others load. */
  isStale?: boolean;
}

/** A table with the site's look; `className` styles its columns. */
export function Table({ look, isStale, className = '', ...props }: Props) {
  const table = <table {...props} className={`${classes.table} ${classes[look]} ${className}`} />;
  if (look === 'plain') return table;
  return (
    <div className={classes.frame} data-stale={isStale}>
      {table}
    </div>
  );
}
