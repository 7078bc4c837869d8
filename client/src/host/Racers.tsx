import X from 'lucide-react/icons/x';
import { type RefObject, useState } from 'react';
import { useText } from '../core/useText';
import type { EventHost } from '../net/api';
import { IconButton } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import classes from './Host.module.css';
import { useChange } from './queries';
import * as texts from './texts';

type Racer = EventHost['racers'][number];

interface Props {
  event: Pick<EventHost, 'code' | 'racers'>;
  /** The heading above, which takes the focus from the last racer of a list. */
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The racers of an event, those who wait for the open round first, each with a button that removes them at once. */
export function Racers({ event: { code, racers }, heading }: Props) {
  const t = useText();
  const remove = useChange(code, '/api/events/remove');
  // Of any of several calls at once; `remove` has only that of the last.
  const [error, setError] = useState<Error | null>(null);
  const present = racers.filter(({ removed }) => !removed);
  const onRemove = async ({ id }: Racer, button: HTMLButtonElement) => {
    const row = button.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    const isByKeyboard = document.activeElement === button;
    setError(null);
    try {
      await remove.mutateAsync({ racer: id });
    } catch (error) {
      setError(error as Error);
      return;
    }
    const { activeElement, body } = document;
    if (!isByKeyboard || (activeElement !== button && activeElement !== body)) return;
    // Not the button in it: Enter, while it is held, would remove one racer after another.
    if (next instanceof HTMLElement && next.isConnected) next.focus();
    else heading.current?.focus();
  };
  return (
    <>
      <RacerList title={t(texts.waiting)} racers={present.filter(({ isSeated }) => isSeated)} onRemove={onRemove} />
      <RacerList title={t(texts.away)} racers={present.filter(({ isSeated }) => !isSeated)} onRemove={onRemove} />
      <ErrorText error={error} hasPrefix isBoxed />
    </>
  );
}

interface ListProps {
  title: string;
  racers: readonly Racer[];
  onRemove: (racer: Racer, button: HTMLButtonElement) => void;
}

function RacerList({ title, racers, onRemove }: ListProps) {
  const t = useText();
  if (racers.length === 0) return null;
  return (
    <div className={classes.present}>
      <p className="note">{title}</p>
      <ul className={classes.racers} aria-label={title}>
        {racers.map((racer) => (
          <li key={racer.id} tabIndex={-1}>
            <bdi>{racer.name}</bdi>
            {racer.isGuest && <small className="soft">{t(texts.guest)}</small>}
            <IconButton
              label={t(texts.remove)(racer.name)}
              // The second click of a double click would hit the racer who has moved here.
              onClick={({ detail, currentTarget }) => detail <= 1 && onRemove(racer, currentTarget)}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
