import type { LucideIcon } from 'lucide-react';
import classes from './ShareWay.module.css';

interface Props {
  icon: LucideIcon;
  label: string;
  /** Where it leads, in a tab of its own; missing for a button. */
  href?: string;
  onClick?: () => void;
}

/** One way to tell others about something: a line of {@link ShareWays}. */
export function ShareWay({ icon: Icon, label, href, onClick }: Props) {
  const content = (
    <>
      <Icon aria-hidden="true" /> {label}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" className={classes.way} onClick={onClick}>
          {content}
        </button>
      ) : (
        <a className={classes.way} href={href} target="_blank" rel="noreferrer" onClick={onClick}>
          {content}
        </a>
      )}
    </li>
  );
}
