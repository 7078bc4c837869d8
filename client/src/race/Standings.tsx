import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import * as verdictTexts from '../typing/review/verdict.texts';
import { useSpeed } from '../typing/useSpeed';
import type { Race } from './Race';
import classes from './Standings.module.css';
import * as texts from './texts';

/** Racers who have finished, the fastest first, and those whose result counts for nothing last. */
export const Standings = observer(function Standings({ race }: { race: Race }) {
  const t = useText();
  const speed = useSpeed();
  const { standings } = race;
  const isHeld = (username: string) => race.isHeld && username === race.username;
  return (
    <section aria-labelledby="standings-title" className={classes.standings}>
      <h2 id="standings-title">{t(texts.leaderboard)}</h2>
      {standings.length === 0 ? (
        <p>{race.isOver ? t(texts.nobody) : t(texts.nobodyYet)}</p>
      ) : (
        <ol className={classes.list} aria-labelledby="standings-title">
          {standings.map(({ username, outcome, place }) => (
            <li key={username} className={classes.row} data-place={place}>
              <span className={classes.place} aria-hidden="true">
                {place ?? '–'}
              </span>
              {place !== null && <span className="visually-hidden">{t(texts.place)(place)}</span>}
              <div className={classes.who}>
                <Link className={classes.name} to={paths.user(username)}>
                  {username}
                </Link>
                {isHeld(username) && <p className={classes.note}>{t(verdictTexts.held)}</p>}
                {outcome.unranked && <p className={classes.note}>{t(texts.unranked)}</p>}
                {outcome.unverified && <p className={classes.note}>{t(verdictTexts.unverified)}</p>}
              </div>
              <span className={classes.speed}>{`${speed.decimals(outcome.wpm)} ${speed.name}`}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
});
