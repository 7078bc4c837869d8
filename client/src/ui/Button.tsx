import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './Button.module.css';
import { leaveFocus } from './keys';

/** The prominence of a button. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'disabled'> {
  kind?: ButtonKind;
  /** True to ignore clicks, for example while a call is pending. */
  isBlocked?: boolean;
}

/**
 * A button with a text. A blocked one is not `disabled`, because it would lose the focus, and keyboard users would
 * start again at the top of the page.
 */
export function Button({ kind = 'secondary', isBlocked = false, onClick, ...rest }: ButtonProps) {
  // Enter in a field clicks the button of its form, so this also keeps a blocked form from being sent.
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

/** A link that looks like an {@link IconButton}. */
export function IconLink({ label, to, children }: { label: string; to: string; children: ReactNode }) {
  return (
    <Link className={classes.icon} to={to} aria-label={label} title={label}>
      {children}
    </Link>
  );
}

interface IconButtonProps {
  /** Its accessible name and tooltip. */
  label: string;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
}

/** A round button that shows an icon. A click leaves the focus where it is. */
export function IconButton({ label, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={label}
      title={label}
      onMouseDown={leaveFocus}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
