import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './Button.module.css';

/** How much a button asks for attention. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'disabled'> {
  kind?: ButtonKind;
  /** Whether a click does nothing for now, as while an answer is on its way. */
  isBlocked?: boolean;
}

/**
 * A button with a text. One that is blocked is never `disabled`: the browser would take the focus away from it, and who
 * goes by the keyboard would begin again at the top of the page.
 */
export function Button({ kind = 'secondary', isBlocked = false, onClick, ...rest }: Props) {
  // Enter in a field clicks the button of its form, so this keeps a blocked form from being sent as well.
  const refuse = (event: MouseEvent) => event.preventDefault();
  return (
    <button
      type="button"
      {...rest}
      className={`${classes.button} ${classes[kind]}`}
      aria-disabled={isBlocked || undefined}
      onClick={isBlocked ? refuse : onClick}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'secondary', ...rest }: { kind?: ButtonKind } & Omit<LinkProps, 'className'>) {
  return <Link {...rest} className={`${classes.button} ${classes[kind]}`} />;
}
