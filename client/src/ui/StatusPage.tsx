import type { ReactNode, Ref } from 'react';
import classes from './StatusPage.module.css';

interface Props {
  picture: ReactNode;
  title: string;
  /** Where the focus goes, if it has to come here. */
  heading?: Ref<HTMLHeadingElement>;
  /** The ways on. */
  ways?: ReactNode;
  /** How it is read out when it comes. */
  role?: 'alert' | 'status';
  /** Whether it is a card that keeps its size: for what one waits on, so that nothing moves when that comes. */
  isFramed?: boolean;
  /** What there is to say. */
  children?: ReactNode;
}

/** Stands where a screen has nothing but one thing to say: a picture, what happened, and the ways on. */
export function StatusPage({ picture, title, heading, ways, role, isFramed = false, children }: Props) {
  return (
    <div className={`${classes.status} ${isFramed ? classes.framed : ''}`} role={role}>
      {picture}
      <h1 ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </h1>
      {children}
      {ways && <div className={classes.ways}>{ways}</div>}
    </div>
  );
}
