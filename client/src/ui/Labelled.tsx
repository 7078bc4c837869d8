import type { ReactNode } from 'react';
import classes from './Labelled.module.css';

interface Props {
  /** Of the field. */
  id: string;
  label: string;
  /** What the field wants, or how much room is left, below it; the field is described by {@link hintId}. */
  hint?: string | undefined;
  /** Whether what is in the field cannot be sent. */
  isWrong?: boolean;
  /** The field. */
  children: ReactNode;
}

/** A field of a form between its label and its hint. */
export function Labelled({ id, label, hint, isWrong = false, children }: Props) {
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <small id={hintId(id)} className={classes.hint} data-wrong={isWrong}>
          {hint}
        </small>
      )}
    </div>
  );
}

/** The id of the hint of the field with this id. */
export function hintId(id: string): string {
  return `${id}-hint`;
}
