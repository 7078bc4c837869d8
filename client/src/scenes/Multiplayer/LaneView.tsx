import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { SkinImage } from '../../components/SkinImage';
import { decimals } from '../../format';
import type { Racer } from '../../stores/Racer';
import type { RaceStore } from '../../stores/RaceStore';
import { strings } from '../../strings';
import classes from './Lanes.module.css';
import { RacerName } from './RacerName';
import { useLanePainter } from './useLanePainter';

/** The size of a skin in its lane, in CSS pixels. */
const SKIN_PX = 40;

/**
 * One racer's flight path: name, way, and how far or how fast. React renders who the racer is and what they reached;
 * how far they are is painted by {@link useLanePainter}.
 */
export const LaneView = observer(function LaneView({ race, racer }: { race: RaceStore; racer: Racer }) {
  const { username, isConnected, outcome } = racer;
  const path = useRef<HTMLDivElement>(null);
  const percent = useRef<HTMLSpanElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  useLanePainter(race, racer, { path, percent, place });
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
          <div className={classes.flight}>
            <div className={classes.trail} />
            <div className={classes.bird}>
              <SkinImage skin={racer.skin} size={SKIN_PX} />
            </div>
          </div>
        </div>
        {!isConnected && <span className={classes.away}>{strings.race.disconnected}</span>}
      </div>
      <span className={classes.state}>
        <span ref={percent} hidden={outcome !== null} />
        {outcome && `${decimals(outcome.wpm)} ${strings.common.wpm}`}
      </span>
    </li>
  );
});
