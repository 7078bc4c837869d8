import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import type { Race } from './Race';
import classes from './Standings.module.css';

/** Racers who have finished, the fastest first, and those without a place last. */
export const Standings = observer(function Standings({ race }: { race: Race }) {
  const strings = useStrings();
  const { standings } = race.roster;
  return (
    <section aria-labelledby="standings-title" className={classes.standings}>
      <h2 id="standings-title">{strings.race.leaderboard}</h2>
      {standings.length === 0 ? (
        <p>{race.isOver ? strings.race.nobody : strings.race.nobodyYet}</p>
      ) : (
        <ol className={classes.list} aria-labelledby="standings-title">
          {standings.map(({ username, outcome, place }) => (
            <li key={username} className={classes.row} data-place={place}>
              <span className={classes.place} aria-hidden="true">
                {place ?? '–'}
              </span>
              {place !== null && <span className="visually-hidden">{strings.race.place(place)}</span>}
              <div className={classes.who}>
                <Link className={classes.name} to={paths.user(username)}>
                  {username}
                </Link>
                {outcome.unranked && <p className={classes.unranked}>{strings.race.unranked}</p>}
              </div>
              <span className={classes.speed}>{`${strings.format.decimals(outcome.wpm)} ${strings.common.wpm}`}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
});
