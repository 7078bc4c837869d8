import type { ReactNode, Ref } from 'react';
import { Logo } from './Logo';
import classes from './StatusPage.module.css';

interface Props {
  picture?: ReactNode;
  title: string;
  /** Receives the heading, to focus it. */
  heading?: Ref<HTMLHeadingElement>;
  /** Links and buttons for the next steps. */
  actions?: ReactNode;
  /** The live region's role, if it is announced. */
  role?: 'alert' | 'status';
  /** A card of constant size, for screens whose status changes. */
  isFramed?: boolean;
  children?: ReactNode;
}

/** A screen that shows one status: a picture (by default the logo), a message, and links for the next steps. */
export function StatusPage({ picture = <Logo size={84} />, title, heading, actions, role, isFramed, children }: Props) {
  return (
    <div className={`${classes.status} ${isFramed ? classes.framed : ''}`} role={role}>
      {picture}
      <h1 ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h1>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
