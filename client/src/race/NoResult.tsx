import { observer } from 'mobx-react-lite';
import { useStrings } from '../app/useStrings';
import { ErrorText } from '../ui/ErrorText';
import { useKeepStill } from '../ui/useKeepStill';
import { useTakeFocus } from '../ui/useTakeFocus';
import classes from './RaceResults.module.css';
import type { RaceStore } from './RaceStore';

/** Why the race came to nothing for us. It takes the focus that the text had, as results do. */
export const NoResult = observer(function NoResult({ race }: { race: RaceStore }) {
  const strings = useStrings();
  const { result } = race;
  useKeepStill();
  const section = useTakeFocus<HTMLElement>();
  return (
    <section ref={section} className={classes.none} aria-label={strings.typing.results} tabIndex={-1}>
      <h2>{strings.typing.results}</h2>
      {result.kind === 'refused' ? (
        <ErrorText text={strings.errors.occurred(strings.errors.refused(result.reason))} />
      ) : (
        <p>{strings.race.over}</p>
      )}
    </section>
  );
});
