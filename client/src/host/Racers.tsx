import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { useText } from '../core/useText';
import type { EventHost } from '../net/api';
import { IconButton } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Confirm } from './Confirm';
import classes from './Host.module.css';
import { useChange } from './queries';
import * as texts from './texts';

type Racer = EventHost['racers'][number];

/** The racers of an event, those who wait for the open round first, each with a button that removes them. */
export function Racers({ event: { code, racers } }: { event: Pick<EventHost, 'code' | 'racers'> }) {
  const t = useText();
  const [asked, ask] = useState<Racer | null>(null);
  const remove = useChange(code, '/api/events/remove');
  const present = racers.filter(({ removed }) => !removed);
  const close = () => ask(null);
  return (
    <>
      <RacerList title={t(texts.waiting)} racers={present.filter(({ isSeated }) => isSeated)} onRemove={ask} />
      <RacerList title={t(texts.away)} racers={present.filter(({ isSeated }) => !isSeated)} onRemove={ask} />
      <Dialog title={t(texts.removeTitle)(asked?.name ?? '')} isOpen={asked !== null} onClose={close}>
        {asked && (
          <Confirm
            warning={t(texts.removeText)}
            label={t(texts.confirmRemove)}
            action={remove}
            onConfirm={() => remove.mutate({ racer: asked.id }, { onSuccess: close })}
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}

interface ListProps {
  title: string;
  racers: readonly Racer[];
  onRemove: (racer: Racer) => void;
}

function RacerList({ title, racers, onRemove }: ListProps) {
  const t = useText();
  if (racers.length === 0) return null;
  return (
    <div className={classes.present}>
      <p className="note">{title}</p>
      <ul className={classes.racers} aria-label={title}>
        {racers.map((racer) => (
          <li key={racer.id}>
            <bdi>{racer.name}</bdi>
            {racer.isGuest && <small className="soft">{t(texts.guest)}</small>}
            <IconButton label={t(texts.remove)(racer.name)} onClick={() => onRemove(racer)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
