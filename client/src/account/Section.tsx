import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface Props {
  title: string;
  lead?: string;
  isDangerous?: boolean;
  children: ReactNode;
}

/** One subject of the settings: what it is on the left, what can be done on the right. */
export function Section({ title, lead, isDangerous = false, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} data-dangerous={isDangerous} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 id={id}>{title}</h2>
        {lead && <p>{lead}</p>}
      </header>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
