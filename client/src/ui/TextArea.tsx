import { type TextareaHTMLAttributes, useId } from 'react';
import { hintId, Labelled } from './Labelled';
import classes from './TextArea.module.css';

interface Props extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  /** What the field wants, or how much room is left, below it. */
  hint?: string;
  /** Whether what is in it cannot be sent. */
  isWrong?: boolean;
}

/** A labelled field of several lines. */
export function TextArea({ label, hint, isWrong = false, ...area }: Props) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} isWrong={isWrong}>
      <textarea
        {...area}
        id={id}
        className={classes.area}
        aria-invalid={isWrong}
        aria-describedby={hint === undefined ? undefined : hintId(id)}
      />
    </Labelled>
  );
}
