import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useStrings } from '../app/useStrings';
import { LaneAnimator } from './LaneAnimator';
import classes from './Lanes.module.css';
import { LaneView } from './LaneView';
import type { RaceStore } from './RaceStore';

/** The lanes of all racers, as flight paths side by side. */
export const Lanes = observer(function Lanes({ race }: { race: RaceStore }) {
  const strings = useStrings();
  const [animator] = useState(() => new LaneAnimator(() => race.isTyping));
  return (
    <ol className={classes.lanes} aria-label={strings.race.lanes}>
      {[...race.racers.values()].map((racer) => (
        <LaneView key={racer.username} race={race} racer={racer} animator={animator} />
      ))}
    </ol>
  );
});
