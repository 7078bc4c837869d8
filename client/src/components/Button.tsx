import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './Button.module.css';

/** How much a button asks for attention. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

/** A button with a text. */
export function Button({
  kind = 'secondary',
  ...rest
}: { kind?: ButtonKind } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'>) {
  return <button type="button" {...rest} className={`${classes.button} ${classes[kind]}`} />;
}

/** A link that looks like a button. */
export function ButtonLink({ kind = 'secondary', ...rest }: { kind?: ButtonKind } & Omit<LinkProps, 'className'>) {
  return <Link {...rest} className={`${classes.button} ${classes[kind]}`} />;
}
