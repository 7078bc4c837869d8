import { Feather } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useStrings } from '../app/useStrings';
import { Results } from '../typing/Results';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { NoResult } from './NoResult';
import classes from './RaceResults.module.css';
import type { RaceStore } from './RaceStore';
import { Standings } from './Standings';
import { useOpenRoom } from './useOpenRoom';
import { WonSkins } from './WonSkins';

/** What the race came to for us, who has finished so far, and the way to the next race. */
export const RaceResults = observer(function RaceResults({ race }: { race: RaceStore }) {
  const strings = useStrings();
  const next = useOpenRoom(race.code);
  const { outcome, result } = race;
  return (
    <div className={classes.results}>
      {outcome ? (
        <Results wpm={outcome.wpm} accuracy={race.accuracy} time={outcome.time}>
          <div className={classes.saving} role="status">
            <p>
              {result.kind === 'saving' && strings.race.saving}
              {result.kind === 'saved' && strings.race.saved}
            </p>
            {result.kind === 'saved' && result.skins.length > 0 && (
              <WonSkins username={race.username} skins={result.skins} />
            )}
          </div>
        </Results>
      ) : (
        <NoResult race={race} />
      )}
      <Standings race={race} />
      <div className={classes.actions}>
        <Button kind="primary" onClick={next.open} isBlocked={next.isOpening}>
          <Feather aria-hidden="true" /> {strings.race.again}
        </Button>
        <ErrorText text={next.error} />
      </div>
    </div>
  );
});
