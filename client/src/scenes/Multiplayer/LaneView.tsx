import { observer } from 'mobx-react-lite';
import type { CSSProperties } from 'react';
import { SkinImage } from '../../components/SkinImage';
import { decimals } from '../../format';
import type { Racer } from '../../stores/Racer';
import { strings } from '../../strings';
import classes from './Lanes.module.css';
import { RacerName } from './RacerName';

/** One racer's flight path. Only this lane renders when the racer advances; the flight itself is one CSS variable. */
export const LaneView = observer(function LaneView({ racer, isOwn }: { racer: Racer; isOwn: boolean }) {
  const { username, completed, isConnected, outcome } = racer;
  return (
    <li className={classes.lane} data-own={isOwn} data-away={!isConnected} data-finished={outcome !== null}>
      <div className={classes.who}>
        <RacerName username={username} isOnline={isConnected} />
        {isOwn && <span className={classes.you}>{strings.race.you}</span>}
        {!isConnected && <span className={classes.away}>{strings.race.disconnected}</span>}
        <span className={classes.state}>
          {outcome ? `${decimals(outcome.wpm)} ${strings.common.wpm}` : `${completed}${strings.common.percent}`}
        </span>
      </div>
      <div
        className={classes.path}
        role="progressbar"
        aria-label={strings.race.completed(username)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={completed}
        style={{ '--completed': completed / 100 } as CSSProperties}
      >
        <div className={classes.trail} />
        <div className={classes.flower} aria-hidden="true" />
        <div className={classes.flight}>
          <div className={classes.bird}>
            <SkinImage skin={racer.skin} size={52} />
          </div>
        </div>
      </div>
    </li>
  );
});
