import { observer } from 'mobx-react-lite';
import { type CSSProperties, useEffect, useState } from 'react';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { movesSince } from '../event/moves';
import { Names } from '../event/Names';
import { Table } from '../event/Table';
import type { EventWall } from '../net/api';
import { spaced } from '../race/code';
import { Lanes } from '../race/Lanes';
import { ErrorText } from '../ui/ErrorText';
import { RaceStatus } from '../watch/RaceStatus';
import type { Heats } from './Heats';
import { Qr } from './Qr';
import { useWall } from './queries';
import { lastBegun } from './rounds';
import * as texts from './texts';
import { useHeats } from './useHeats';
import classes from './Wall.module.css';

/** The most lanes that can be read from the back of a room. */
const MOST_LANES = 20;

/** The most rows of the table: it stands beside the code. */
const MOST_ROWS = 10;

/** The most names beside the code. */
const MOST_NAMES = 24;

/** The time for which the end of a race stays, in milliseconds. */
const END_MS = 8000;

/** An event for all who see the projector or the stream: how to join, then the race, then the table. */
export const Wall = observer(function Wall({ code }: { code: string }) {
  const t = useText();
  const { data: event, error } = useWall(code);
  const begun = event ? lastBegun(event.round, event.rounds) : 0;
  const roomsOf = (wanted: number | null) =>
    event?.heats.filter(({ round }) => round === wanted).map(({ room }) => room) ?? [];
  const running = useHeats(roomsOf(begun));
  const waiting = useHeats(roomsOf(event?.round ?? null));
  const isRacing = useLasting(running.isRacing);
  const moves = useMoves(event);
  // A table without names would say nothing.
  const hasTable = event?.showsNames === true && event.table.length > 0;
  return (
    <main className={classes.wall} data-wall>
      {event ? (
        <>
          <header className={classes.header}>
            <h1>{event.title}</h1>
            <p>
              {event.state === 'over'
                ? t(texts.over)
                : t(texts.roundOf)(isRacing ? begun : (event.round ?? begun), event.rounds)}
            </p>
          </header>
          {isRacing ? (
            <Racing heats={running} hasNames={event.showsNames} />
          ) : (
            <div className={classes.parts}>
              {hasTable && <Table table={event} moves={moves} most={MOST_ROWS} />}
              {event.state === 'open' && event.round !== null && (
                <Waiting event={event} heats={waiting} isAlone={!hasTable} />
              )}
            </div>
          )}
        </>
      ) : (
        <>
          <h1 className="visually-hidden">{t(texts.wallTitle)}</h1>
          <ErrorText error={error} isBoxed />
        </>
      )}
    </main>
  );
});

interface WaitingProps {
  event: EventWall;
  /** Those of the round that waits for its start. */
  heats: Heats;
  /** True without a table beside it. */
  isAlone: boolean;
}

/** The ways into the event, and those who are there. */
const Waiting = observer(function Waiting({ event, heats, isAlone }: WaitingProps) {
  const t = useText();
  const names = heats.racers.map(({ username }) => username).filter(Boolean);
  const address = window.location.origin + paths.event(event.code);
  return (
    <section className={classes.waiting} data-alone={isAlone}>
      <div className={classes.way}>
        <p className={classes.at}>{t(texts.joinAt)(window.location.host + paths.join)}</p>
        <p className={classes.code}>{spaced(event.code)}</p>
        <p className={classes.count} role="status">
          {t(texts.joined)(heats.racers.length)}
        </p>
        {isAlone && event.showsNames && names.length > 0 && <Names names={names} most={MOST_NAMES} />}
      </div>
      <Qr text={address} label={t(texts.qr)} />
    </section>
  );
});

/** The lanes of those who lead. */
const Racing = observer(function Racing({ heats, hasNames }: { heats: Heats; hasNames: boolean }) {
  const t = useText();
  const shown = heats.leading.slice(0, MOST_LANES);
  const others = heats.racers.length - shown.length;
  return (
    <div className={classes.racing} data-names={hasNames} style={{ '--lanes': shown.length } as CSSProperties}>
      {heats.first && <RaceStatus race={heats.first} />}
      <Lanes race={heats} racers={shown} names={hasNames ? 'plain' : 'hidden'}>
        {others > 0 && <p className={classes.others}>{t(texts.others)(others)}</p>}
      </Lanes>
    </div>
  );
});

/** Returns true while `isOn`, and for {@link END_MS} after it. */
function useLasting(isOn: boolean): boolean {
  const [isLasting, setLasting] = useState(isOn);
  useEffect(() => {
    if (isOn) {
      setLasting(true);
      return;
    }
    const timer = setTimeout(() => setLasting(false), END_MS);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isOn || isLasting;
}

/** Returns the places that racers have won since the last round began. */
function useMoves(event: EventWall | undefined): ReadonlyMap<number, number> {
  const [seen, setSeen] = useState<{
    round: number | null;
    before: EventWall['table'];
    last: EventWall['table'];
  } | null>(null);
  if (event && (seen === null || seen.round !== event.round || seen.last !== event.table)) {
    const isNew = seen === null || seen.round !== event.round;
    setSeen({ round: event.round, before: isNew ? (seen?.last ?? event.table) : seen.before, last: event.table });
  }
  return movesSince(seen?.before ?? [], event?.table ?? []);
}
