import type { FormEvent, ReactNode } from 'react';
import { Button, type ButtonKind } from './Button';
import { ErrorText } from './ErrorText';
import classes from './Form.module.css';

interface Props {
  /** What the button says. */
  submit: string;
  kind?: ButtonKind;
  isBlocked: boolean;
  /** Why it did not work. */
  error: string | null;
  /** That it worked. */
  success: string | null;
  /** Takes what was filled in; `form` can be cleared when it went through. */
  onSubmit: (fields: FormData, form: HTMLFormElement) => void;
  /** The fields. */
  children: ReactNode;
}

/** Fields, what came of sending them, and the button that does. */
export function Form({ submit, kind = 'primary', isBlocked, error, success, onSubmit, children }: Props) {
  const handle = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A script can send a form past its button.
    if (isBlocked) return;
    onSubmit(new FormData(event.currentTarget), event.currentTarget);
  };
  return (
    <form className={classes.form} onSubmit={handle}>
      {children}
      <ErrorText text={error} isBoxed />
      <div role="status" className={classes.done}>
        {success !== null && <p className={classes.success}>{success}</p>}
      </div>
      <Button kind={kind} type="submit" isBlocked={isBlocked}>
        {submit}
      </Button>
    </form>
  );
}
