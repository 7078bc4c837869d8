import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import classes from './Field.module.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  label: string;
  /** What the field wants, below it. */
  hint?: string;
  /** Stands at the end of the field. */
  end?: ReactNode;
}

/** A labelled field of a form. */
export function Field({ label, hint, end, ...input }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      <div className={classes.frame}>
        <input {...input} id={id} className={classes.input} {...(hint ? { 'aria-describedby': `${id}-hint` } : {})} />
        {end}
      </div>
      {hint && (
        <small id={`${id}-hint`} className={classes.hint}>
          {hint}
        </small>
      )}
    </div>
  );
}
