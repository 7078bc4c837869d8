import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import classes from './Field.module.css';
import { hintId, Labelled } from './Labelled';

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
    <Labelled id={id} label={label} hint={hint}>
      <div className={classes.frame}>
        <input
          {...input}
          id={id}
          className={classes.input}
          aria-describedby={hint === undefined ? undefined : hintId(id)}
        />
        {end}
      </div>
    </Labelled>
  );
}
