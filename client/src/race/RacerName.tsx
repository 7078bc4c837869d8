import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../app/paths';
import { RacerCard } from './RacerCard';
import classes from './RacerName.module.css';

/** A racer's name, linking to their profile; while it is pointed at or focused, a card tells about an online racer. */
export function RacerName({ username, isOnline }: { username: string; isOnline: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(isOnline);
  const close = () => setOpen(false);
  return (
    <span className={classes.place}>
      <Link
        className={classes.name}
        to={paths.user(username)}
        onPointerEnter={open}
        onPointerLeave={close}
        onFocus={open}
        onBlur={close}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {username}
      </Link>
      {isOpen && <RacerCard username={username} />}
    </span>
  );
}
