import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useLayoutEffect, useRef, useState } from 'react';
import { useStrings } from '../app/useStrings';
import { SkinImage } from '../ui/SkinImage';
import { LaneAnimator } from './LaneAnimator';
import classes from './Lanes.module.css';
import type { Race } from './Race';
import { RacerName } from './RacerName';
import type { Racer } from './Roster';

/** The lanes of all racers, as flight paths side by side. */
export const Lanes = observer(function Lanes({ race }: { race: Race }) {
  const strings = useStrings();
  const [animator] = useState(() => new LaneAnimator(() => race.isTyping));
  return (
    <ol className={classes.lanes} aria-label={strings.race.lanes}>
      {[...race.roster.racers.values()].map((racer) => (
        <LaneView key={racer.username} race={race} racer={racer} animator={animator} />
      ))}
    </ol>
  );
});

interface Props {
  race: Race;
  racer: Racer;
  animator: LaneAnimator;
}

/** The size of a skin in its lane, in CSS pixels. */
const SKIN_PX = 40;

/**
 * One racer's flight path: name, way, and how far or how fast. React renders who the racer is and what they reached;
 * how far they are is painted by the {@link LaneAnimator}.
 */
const LaneView = observer(function LaneView({ race, racer, animator }: Props) {
  const strings = useStrings();
  const { username, isConnected, outcome } = racer;
  const path = useRef<HTMLDivElement>(null);
  const flight = useRef<HTMLDivElement>(null);
  const percent = useRef<HTMLSpanElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!path.current || !flight.current || !percent.current || !place.current) return;
    const elements = {
      path: path.current,
      flight: flight.current,
      percent: percent.current,
      place: place.current,
    };
    const state = () => ({ completed: racer.completed, place: race.placeOf(racer) });
    const { show, remove } = animator.add(elements, state());
    const stop = reaction(state, show);
    return () => {
      stop();
      remove();
    };
  }, [race, racer, animator]);
  const isOwn = username === race.username;
  return (
    <li className={classes.lane} data-own={isOwn} data-away={!isConnected} data-finished={outcome !== null}>
      <span ref={place} className={classes.place} />
      <div className={classes.who}>
        <RacerName username={username} isOnline={isConnected} />
        {isOwn && <span className={classes.you}>{strings.race.you}</span>}
      </div>
      <div className={classes.way}>
        <div
          ref={path}
          className={classes.path}
          role="progressbar"
          aria-label={strings.race.completed(username)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <div className={classes.flower} aria-hidden="true" />
          <div ref={flight} className={classes.flight}>
            <div className={classes.trail} />
            <div className={classes.bird}>
              <SkinImage skin={racer.skin} size={SKIN_PX} />
            </div>
          </div>
        </div>
      </div>
      <span className={classes.state}>
        <span ref={percent} hidden={outcome !== null || !isConnected} />
        {!isConnected && !outcome && <span className={classes.away}>{strings.race.disconnected}</span>}
        {outcome && `${strings.format.decimals(outcome.wpm)} ${strings.common.wpm}`}
      </span>
    </li>
  );
});
