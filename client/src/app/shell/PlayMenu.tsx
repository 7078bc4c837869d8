import ChevronDown from 'lucide-react/icons/chevron-down';
import { observer } from 'mobx-react-lite';
import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { paths } from '../../core/paths';
import * as commonTexts from '../../core/texts';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { privateRace } from '../../race/private.texts';
import { type OpenRoom, useOpenPrivateRace, useOpenRoom } from '../../race/useOpenRoom';
import { ErrorText } from '../../ui/ErrorText';
import { useDisclosure } from '../../ui/useDisclosure';
import classes from './PlayMenu.module.css';
import * as texts from './texts';

/** The Play dropdown of the navigation: a button that discloses the ways to play and, for members, what they typed. */
export const PlayMenu = observer(function PlayMenu() {
  const t = useText();
  const { session } = useRoot();
  const ofMembers = (hint: string) => (session.isLoggedIn ? hint : t(texts.loginToPlay));
  const { isOpen, setOpen, button, closeOnEscape } = useDisclosure();
  const panel = useRef<HTMLUListElement>(null);

  const closeWhenLeft = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    closeOnEscape(event);
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    // A hidden element takes no focus, so the panel has to be shown first.
    flushSync(() => setOpen(true));
    step(panel.current, event.key === 'ArrowDown' ? 1 : -1);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles events that bubble from its button and links
    <div className={classes.play} onBlur={closeWhenLeft} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={isOpen}
        aria-controls="play-menu"
        onClick={() => setOpen(!isOpen)}
      >
        <span>{t(texts.play)}</span>
        <ChevronDown size="1rem" aria-hidden="true" />
      </button>
      <ul ref={panel} id="play-menu" className={classes.panel} hidden={!isOpen}>
        <li>
          <Link className={classes.item} to={paths.singleplayer}>
            <strong>{t(commonTexts.singleplayer)}</strong>
            <small>{t(commonTexts.singleplayerHint)}</small>
          </Link>
        </li>
        <li>
          <OpenRoomItem
            room={useOpenRoom()}
            name={t(commonTexts.multiplayer)}
            hint={ofMembers(t(texts.multiplayerHint))}
          />
        </li>
        <li>
          <OpenRoomItem room={useOpenPrivateRace()} name={t(privateRace)} hint={ofMembers(t(texts.privateRaceHint))} />
        </li>
        <li>
          <Link className={classes.item} to={paths.today}>
            <strong>{t(texts.today)}</strong>
            <small>{t(texts.todayHint)}</small>
          </Link>
        </li>
        <li>
          <Link className={classes.item} to={paths.join}>
            <strong>{t(texts.event)}</strong>
            <small>{t(texts.eventHint)}</small>
          </Link>
        </li>
        {session.isLoggedIn && (
          <li className={classes.own}>
            <Link className={classes.item} to={paths.history}>
              {t(commonTexts.history)}
            </Link>
            <Link className={classes.item} to={paths.keys}>
              {t(commonTexts.yourKeys)}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
});

function OpenRoomItem({ room, name, hint }: { room: OpenRoom; name: string; hint: string }) {
  return (
    <>
      {/* Not `disabled`, which would remove the focus, and with it close the menu before an error is shown. */}
      <button type="button" className={classes.item} onClick={room.open} aria-disabled={room.isOpening}>
        <strong>{name}</strong>
        <small>{hint}</small>
      </button>
      <div className={classes.error}>
        <ErrorText error={room.error} />
      </div>
    </>
  );
}

/** Moves the focus to the next item of `panel`, or the one before; from outside to the first, or the last. */
function step(panel: HTMLElement | null, by: 1 | -1): void {
  const items = [...(panel?.querySelectorAll<HTMLElement>('a, button') ?? [])];
  const at = document.activeElement instanceof HTMLElement ? items.indexOf(document.activeElement) : -1;
  const next = at < 0 && by < 0 ? items.length - 1 : (at + by + items.length) % items.length;
  items[next]?.focus();
}
