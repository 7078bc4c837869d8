import { observer } from 'mobx-react-lite';
import type { RaceStore } from '../../stores/RaceStore';
import { strings } from '../../strings';
import classes from './Lanes.module.css';
import { LaneView } from './LaneView';

/** The lanes of all racers, as flight paths side by side. */
export const Lanes = observer(function Lanes({ race }: { race: RaceStore }) {
  return (
    <ol className={classes.lanes} aria-label={strings.race.lanes}>
      {[...race.racers.values()].map((racer) => (
        <LaneView key={racer.username} race={race} racer={racer} />
      ))}
    </ol>
  );
});
