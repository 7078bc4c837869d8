import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useOpenRoom } from '../hooks/useOpenRoom';
import { useRoot } from '../hooks/useRoot';
import { paths } from '../paths';
import { strings } from '../strings';
import classes from './PlayMenu.module.css';

/** The Play dropdown of the navigation: a button that discloses the two ways to play. */
export const PlayMenu = observer(function PlayMenu() {
  const { session } = useRoot();
  const { pathname } = useLocation();
  const room = useOpenRoom();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere closes the menu
  useEffect(() => setOpen(false), [pathname]);

  const closeWhenLeft = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its button and links let through
    <div className={classes.play} onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls="play-menu"
        onClick={() => setOpen(!isOpen)}
      >
        {strings.nav.play}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <ul id="play-menu" className={classes.panel} hidden={!isOpen}>
        <li>
          <Link className={classes.item} to={paths.singleplayer}>
            <strong>{strings.nav.singleplayer}</strong>
            <small>{strings.nav.singleplayerHint}</small>
          </Link>
        </li>
        <li>
          <button type="button" className={classes.item} onClick={room.open} disabled={room.isOpening}>
            <strong>{strings.nav.multiplayer}</strong>
            <small>{session.isLoggedIn ? strings.nav.multiplayerHint : strings.nav.multiplayerLogin}</small>
          </button>
          {room.error !== null && (
            <p className={classes.error} role="alert">
              {room.error}
            </p>
          )}
        </li>
      </ul>
    </div>
  );
});
