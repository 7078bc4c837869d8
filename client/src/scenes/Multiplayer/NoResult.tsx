import { observer } from 'mobx-react-lite';
import { ErrorText } from '../../components/ErrorText';
import { useKeepStill } from '../../hooks/useKeepStill';
import { useStrings } from '../../hooks/useStrings';
import { useTakeFocus } from '../../hooks/useTakeFocus';
import type { RaceStore } from '../../stores/RaceStore';
import classes from './RaceResults.module.css';

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
