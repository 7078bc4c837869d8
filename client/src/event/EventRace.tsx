import { compareShallow, reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import type { EventResult } from '../net/api';
import { betweenKeys } from '../platform/frame';
import { Countdown } from '../race/Countdown';
import { Lanes } from '../race/Lanes';
import type { Race } from '../race/Race';
import { RaceAnnouncer } from '../race/RaceAnnouncer';
import raceClasses from '../race/RaceScreen.module.css';
import type { Racer } from '../race/Roster';
import { useTyping } from '../race/taking';
import * as raceTexts from '../race/texts';
import { SettingsButton } from '../settings/SettingsButton';
import { Gauges } from '../typing/Gauges';
import { KeyboardNotice } from '../typing/KeyboardNotice';
import { Results } from '../typing/Results';
import { Toolbar } from '../typing/Toolbar';
import { focusTypingInput } from '../typing/TypingInput';
import { TypingStage } from '../typing/TypingStage';
import * as typingTexts from '../typing/texts';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useNow } from '../ui/useNow';
import { useTakeFocus } from '../ui/useTakeFocus';
import classes from './Event.module.css';
import { Names } from './Names';
import * as texts from './texts';

/** The most lanes of a race: with more, the text to type would be below the edge of the screen. */
const MOST_LANES = 5;

/** The most names in the waiting room. */
const MOST_NAMES = 60;

/** The time from the end of a racer's own race until they take a seat in the next round, in milliseconds. */
const NEXT_AFTER_MS = 8000;

interface Props {
  race: Race;
  /** The name of the event. */
  title: string;
  /** From 1. */
  round: number;
  rounds: number;
  /** Of all heats of this round. */
  results: readonly EventResult[];
  /** Takes a seat in the next round; null in the last one. */
  onNext: (() => void) | null;
  /** The table of the event. */
  children: ReactNode;
}

/** A round of an event for one of its racers: the waiting room, the race, and its result, above the table. */
export const EventRace = observer(function EventRace({ race, title, round, rounds, results, onNext, children }: Props) {
  const t = useText();
  const { connection } = useRoot();
  const { seat, isTyping, phase } = race;
  const { run, text } = seat ?? {};
  const isFinished = phase.kind === 'finished';
  useTyping(race);
  return (
    <div className={raceClasses.race}>
      <div className={raceClasses.notice} role="status">
        {race.isReconnecting && !connection.isLost && (
          <p className={raceClasses.reconnecting}>{t(raceTexts.reconnecting)}</p>
        )}
      </div>
      <RaceAnnouncer race={race} />
      <header className={classes.header}>
        <h1>{title}</h1>
        <p className="soft">{t(texts.roundOf)(round, rounds)}</p>
      </header>
      {run && text && !race.isBeforeCountdown ? (
        <>
          <Toolbar gauges={<Gauges run={run} timing={race} />}>
            {!isTyping && <SettingsButton onClosed={focusTypingInput} />}
          </Toolbar>
          <LeadingLanes race={race} />
          {isFinished && <Result race={race} results={results} />}
          {isFinished && onNext && <Next onNext={onNext} isReady={race.delivery.result.kind !== 'saving'} />}
          {!isFinished && (
            <TypingStage
              run={run}
              author={text.author}
              lang={text.language}
              isActive={isTyping}
              onKey={(key, at) => race.press(key, at)}
              onDoubts={(doubts) => race.doubt(doubts)}
              overlay={race.isBeforeStart ? (id) => <Countdown id={id} race={race} /> : undefined}
            />
          )}
          <KeyboardNotice />
        </>
      ) : (
        <Waiting race={race} />
      )}
      {(race.isBeforeCountdown || isFinished) && children}
    </div>
  );
});

/** The waiting room: the racer's own name, and the others. */
const Waiting = observer(function Waiting({ race }: { race: Race }) {
  const t = useText();
  const heading = useTakeFocus<HTMLHeadingElement>();
  const names = [...race.roster.racers.keys()];
  return (
    <section className={classes.waiting}>
      <h2 ref={heading} tabIndex={-1}>
        <span>{t(texts.youAreIn)}</span>
        <bdi>{race.username}</bdi>
      </h2>
      <p>{t(texts.hostStarts)}</p>
      <p className="soft" role="status">
        {t(texts.here)(names.length)}
      </p>
      <Names names={names} own={race.username} most={MOST_NAMES} />
    </section>
  );
});

/** The lanes of a few: those who lead, and our own. */
const LeadingLanes = observer(function LeadingLanes({ race }: { race: Race }) {
  const t = useText();
  const [shown, show] = useState<readonly Racer[]>(() => race.roster.leading(MOST_LANES, race.username));
  useEffect(
    () =>
      reaction(
        () => race.roster.leading(MOST_LANES, race.username),
        (racers) => show(racers),
        {
          fireImmediately: true,
          equals: compareShallow,
          scheduler: betweenKeys,
        },
      ),
    [race],
  );
  const others = race.roster.racers.size - shown.length;
  return (
    <Lanes race={race} racers={shown} names="plain">
      {others > 0 && <p className={classes.others}>{t(texts.others)(others)}</p>}
    </Lanes>
  );
});

/** Our own result, or the reason why there is none. */
const Result = observer(function Result({ race, results }: Pick<Props, 'race' | 'results'>) {
  const t = useText();
  const { outcome } = race;
  const { result } = race.delivery;
  if (!outcome) return <NoResult race={race} />;
  const place = results.find(({ name }) => name === race.username)?.place ?? null;
  return (
    <div className={classes.result}>
      <Results wpm={outcome.wpm} accuracy={race.accuracy} time={outcome.time}>
        <p role="status">
          {result.kind === 'saving' && <span>{t(raceTexts.saving)}</span>}
          {place !== null && <strong>{t(texts.placeOf)(place, results.length)}</strong>}
        </p>
      </Results>
    </div>
  );
});

/** Takes the focus from the text, as results do. */
const NoResult = observer(function NoResult({ race }: { race: Race }) {
  const t = useText();
  const section = useTakeFocus<HTMLElement>();
  const { result } = race.delivery;
  return (
    <section ref={section} className={classes.result} tabIndex={-1} aria-label={t(typingTexts.results)}>
      {result.kind === 'refused' ? <ErrorText error={result.error} /> : <p>{t(raceTexts.over)}</p>}
    </section>
  );
});

/** Leads to the next round: by a button, and by itself after a while. */
function Next({ onNext, isReady }: { onNext: () => void; isReady: boolean }) {
  const t = useText();
  const format = useFormat();
  const [since, setSince] = useState<number | null>(null);
  const now = useNow(1000, since !== null);
  const next = useEffectEvent(onNext);
  useEffect(() => {
    if (!isReady) return;
    setSince(performance.now());
    const timer = setTimeout(() => next(), NEXT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isReady]);
  const left = since === null ? NEXT_AFTER_MS : Math.max(since + NEXT_AFTER_MS - now, 0);
  return (
    <div className={classes.next}>
      <Button kind="primary" onClick={onNext}>
        {t(texts.next)}
      </Button>
      <p className="soft">{t(texts.nextBySelf)(format.number(Math.ceil(left / 1000)))}</p>
    </div>
  );
}
