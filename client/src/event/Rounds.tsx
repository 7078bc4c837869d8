import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import type { EventLook, EventSeat } from '../net/api';
import { Race } from '../race/Race';
import { raceServices, useTakePart } from '../race/taking';
import { LoadingBlock } from '../ui/Loading';
import { Afterwards } from './Afterwards';
import { EventRace } from './EventRace';
import { EventRefused } from './EventRefused';
import { type Pass, useEventTable, useTakeSeat } from './queries';
import { RoundResults } from './RoundResults';
import { Table } from './Table';
import * as texts from './texts';

/** The intervals at which racers ask for the table, in milliseconds: in the waiting room, and after their own race. */
const [WAITING_EVERY_MS, FINISHED_EVERY_MS] = [10_000, 5000];

interface Props {
  code: string;
  event: EventLook;
  pass: Pass;
  /** Called when this racer may get no seat any more. */
  onOut: () => void;
}

/** The rounds of an event for a racer, who takes a seat in one after the other. */
export function Rounds({ code, event, pass, onOut }: Props) {
  const t = useText();
  /** The seat, and the number of those that this page has taken. */
  const [{ seat, turn }, setSeat] = useState<{ seat: EventSeat | null; turn: number }>({ seat: null, turn: 0 });
  const sit = (seat: EventSeat) => setSeat(({ turn }) => ({ seat, turn: turn + 1 }));
  const { mutate, mutateAsync, error } = useTakeSeat(code, pass);
  const next = () => mutate(undefined, { onSuccess: sit });
  const nextAtFirst = useEffectEvent(next);
  useEffect(() => nextAtFirst(), []);
  /** Our last round has begun. */
  const isRaced = error instanceof ApiError && error.code === 'no-round-left';
  const out = useEffectEvent(onOut);
  useEffect(() => {
    if (error && !isRaced) out();
  }, [error, isRaced]);
  if (isRaced && event.you) return <Afterwards {...{ code, event, pass }} own={event.you.name} onOver={onOut} />;
  if (error) return <EventRefused error={error} onRetry={next} />;
  if (!seat) return <LoadingBlock label={t(texts.takingSeat)} height="20rem" />;
  /** On the return of a lost connection. The room may have given the seat to another. */
  const sitAgain = async () => {
    const again = await mutateAsync();
    if (again.code !== seat.code) sit(again);
    return again;
  };
  return <Heat key={turn} {...{ code, event, pass, seat }} onReturn={sitAgain} onNext={next} onOut={onOut} />;
}

interface HeatProps extends Props {
  seat: EventSeat;
  /** Takes the seat again. */
  onReturn: () => Promise<EventSeat>;
  /** Takes the next seat. */
  onNext: () => void;
}

/** One round, in the room of this racer's heat. */
const Heat = observer(function Heat({ code, event, pass, seat, onReturn, onNext, onOut }: HeatProps) {
  const root = useRoot();
  const [race] = useState(() => {
    let isTaken = true;
    return new Race(seat.code, {
      ...raceServices(root),
      token: 'guest' in pass ? pass.guest : (pass.token ?? ''),
      seat,
      takeSeat: async () => {
        if (!isTaken) return onReturn();
        isTaken = false;
        return seat;
      },
      // An event is over before a late finish could arrive.
      finishes: { keep() {}, forget() {}, release() {} },
    });
  });
  useTakePart(race);
  const { kind } = race.phase;
  const isWaiting = kind === 'joined' || kind === 'waiting';
  const everyMs = isWaiting ? WAITING_EVERY_MS : kind === 'finished' ? FINISHED_EVERY_MS : null;
  const table = useEventTable(code, pass, everyMs).data;
  const isOver = table?.state === 'over';
  const isRefused = kind === 'refused';
  const out = useEffectEvent(onOut);
  useEffect(() => {
    // The event may be over, or the racer removed.
    if (isOver || isRefused) out();
  }, [isOver, isRefused]);

  if (race.phase.kind === 'refused') return <EventRefused error={race.phase.refusal.error} onRetry={onNext} />;
  const rounds = table?.rounds.length ?? event.rounds;
  return (
    <EventRace
      race={race}
      title={event.title}
      round={seat.round}
      rounds={rounds}
      results={table?.rounds[seat.round - 1]?.results ?? []}
      onNext={seat.round < rounds ? onNext : null}
    >
      {table && <Table table={table} own={seat.username} />}
      {table && <RoundResults rounds={table.rounds} own={seat.username} />}
    </EventRace>
  );
});
