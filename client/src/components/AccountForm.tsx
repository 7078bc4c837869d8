import type { FormEvent, ReactNode } from 'react';
import classes from './AccountForm.module.css';
import { Button } from './Button';

interface Props {
  title: string;
  lead: string;
  /** What the button says. */
  submit: string;
  isBlocked: boolean;
  /** Why it did not work. */
  error: string | null;
  /** That it worked. */
  success: string | null;
  onSubmit: (fields: FormData) => void;
  /** The fields. */
  children: ReactNode;
  /** Links to the neighbours, below the form. */
  links: ReactNode;
}

/** A form of its own screen: signup, login and their kin. */
export function AccountForm({ title, lead, submit, isBlocked, error, success, onSubmit, children, links }: Props) {
  const handle = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      <form className={classes.form} onSubmit={handle}>
        {children}
        <div role="alert">{error !== null && <p className={classes.error}>{error}</p>}</div>
        <div role="status">{success !== null && <p className={classes.success}>{success}</p>}</div>
        <Button kind="primary" type="submit" disabled={isBlocked}>
          {submit}
        </Button>
      </form>
      <p className={classes.links}>{links}</p>
    </div>
  );
}
