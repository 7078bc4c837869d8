import type { ComponentProps, ReactNode } from 'react';
import classes from './AccountForm.module.css';
import { Form } from './Form';

interface Props extends ComponentProps<typeof Form> {
  title: string;
  lead: string;
  /** Links to the neighbours, below the form. */
  links?: ReactNode;
}

/** A form of its own screen: signup, login and their kin. */
export function AccountForm({ title, lead, links, ...form }: Props) {
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      <div className={classes.card}>
        <Form {...form} />
      </div>
      {links && <p className={classes.links}>{links}</p>}
    </div>
  );
}
