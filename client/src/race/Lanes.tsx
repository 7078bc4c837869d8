import { compareStructural, reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useFormat, useText } from '../core/useText';
import { betweenKeys } from '../platform/frame';
import { useSpeed } from '../typing/useSpeed';
import { Division } from '../ui/Division';
import { SkinImage } from '../ui/SkinImage';
import classes from './Lanes.module.css';
import type { Race } from './Race';
import { RacerName } from './RacerName';
import type { Racer } from './Roster';
import * as texts from './texts';

/** The part of a race that lanes show; a replay has it, too, and a race that is watched. */
type Shown = Pick<Race, 'username' | 'placeOf'> & {
  roster: { racers: ReadonlyMap<string, Racer> };
};

interface LanesProps {
  race: Shown;
  /** The racers with a lane; all of them by default. */
  racers?: readonly Racer[];
  names?: Names;
  children?: ReactNode;
}

/** How racers are named: with a link to their profile, plainly where not all have one, or not at all. */
type Names = 'linked' | 'plain' | 'hidden';

/** The lanes of racers, as flight paths side by side; `children` are below them. */
export const Lanes = observer(function Lanes({ race, racers, names, children }: LanesProps) {
  const t = useText();
  return (
    <div className={classes.lanes}>
      <ol aria-label={t(texts.lanes)}>
        {(racers ?? [...race.roster.racers.values()]).map((racer) => (
          <Lane key={racer.key} race={race} racer={racer} names={names} />
        ))}
      </ol>
      {children}
    </div>
  );
});

interface LaneProps {
  race: Pick<Shown, 'username' | 'placeOf'>;
  racer: Racer;
  names?: Names | undefined;
  /** The name of a ghost in place of a racer's: the shown one, and the label of its progress. */
  ghost?: { name: ReactNode; label: string };
}

/** The size of a skin in its lane, in CSS pixels. */
const SKIN_PX = 40;

/**
 * One racer's flight path: place, name, path, and percent or speed. React renders the racer and their result; place and
 * progress are written to the elements without React. The style sheet makes the bird glide.
 */
export const Lane = observer(function Lane({ race, racer, names = 'linked', ghost }: LaneProps) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  const { username, isConnected, outcome } = racer;
  const { division } = racer.participant;
  const path = useRef<HTMLDivElement>(null);
  const flight = useRef<HTMLDivElement>(null);
  const percent = useRef<HTMLSpanElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  const placeName = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      reaction(
        () => ({ completed: racer.completed, racerPlace: race.placeOf(racer) }),
        ({ completed, racerPlace }) => {
          if (!path.current || !flight.current || !percent.current || !place.current || !placeName.current) return;
          path.current.setAttribute('aria-valuenow', String(completed));
          path.current.toggleAttribute('data-perched', completed === 0);
          flight.current.style.transform = `translateX(${completed}%)`;
          percent.current.textContent = format.percent(completed);
          place.current.textContent = racerPlace === null ? '' : String(racerPlace);
          placeName.current.textContent = racerPlace === null ? '' : t(texts.place)(racerPlace);
        },
        { fireImmediately: true, equals: compareStructural, scheduler: betweenKeys },
      ),
    [race, racer, t, format],
  );
  const isHidden = username === '';
  const isOwn = !isHidden && username === race.username;
  const shownName = isHidden ? (
    <span className={classes.hidden}>{t(texts.hiddenRacer)}</span>
  ) : names === 'hidden' ? null : names === 'plain' ? (
    <bdi className={classes.name}>{username}</bdi>
  ) : (
    <RacerName username={username} isOnline={isConnected} />
  );
  return (
    <li
      className={classes.lane}
      data-own={isOwn}
      data-ghost={ghost !== undefined}
      data-away={!isConnected}
      data-finished={outcome !== null}
    >
      <span ref={place} className={classes.place} aria-hidden="true" />
      <span ref={placeName} className="visually-hidden" />
      <div className={classes.who}>
        {ghost ? ghost.name : shownName}
        {division !== undefined && <Division division={division} isShort />}
        {isOwn && <span className={classes.you}>{t(texts.you)}</span>}
      </div>
      <div className={classes.way}>
        <div
          ref={path}
          className={classes.path}
          role="progressbar"
          aria-label={
            ghost ? ghost.label : t(texts.completed)((names !== 'hidden' && username) || t(texts.hiddenRacer))
          }
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <div className={classes.flower} aria-hidden="true" />
          <div ref={flight} className={classes.flight}>
            <div className={classes.trail} />
            <div className={classes.bird}>
              <SkinImage skin={racer.participant.skin} size={SKIN_PX} />
            </div>
          </div>
        </div>
      </div>
      <span className={classes.state}>
        <span ref={percent} hidden={outcome !== null || !isConnected} />
        {outcome && <span>{`${speed.decimals(outcome.wpm)} ${speed.name}`}</span>}
        {!isConnected && <span className={classes.away}>{t(texts.disconnected)}</span>}
      </span>
    </li>
  );
});
