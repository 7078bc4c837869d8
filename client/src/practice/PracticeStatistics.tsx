import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useReturnHere } from '../core/returnTo';
import * as commonTexts from '../core/texts';
import { useRoot } from '../core/useRoot';
import { useFormat, useText } from '../core/useText';
import { hoursMinutesSeconds } from '../platform/format';
import * as typingTexts from '../typing/texts';
import { useSpeed } from '../typing/useSpeed';
import { ErrorText } from '../ui/ErrorText';
import { Skeleton } from '../ui/Loading';
import { Stat } from '../ui/Stat';
import classes from './Practice.module.css';
import { usePracticeStats } from './queries';
import * as texts from './texts';

/** The practice statistics of the signed-in user; a login link for guests. */
export const PracticeStatistics = observer(function PracticeStatistics() {
  const t = useText();
  const { session } = useRoot();
  const returnHere = useReturnHere();
  if (session.isChecking) return null;
  // A token that could not be checked may be a user's.
  if (session.token === null) {
    return (
      <p className="note">
        <Link to={paths.login} state={returnHere}>
          {t(texts.guest)}
        </Link>
      </p>
    );
  }
  return <Statistics />;
});

function Statistics() {
  const t = useText();
  const speed = useSpeed();
  const { data, error } = usePracticeStats();
  const format = useFormat();
  return (
    <section className="card stack" aria-labelledby="practice-statistics">
      <header className="bar">
        <div className={classes.of}>
          <h2 id="practice-statistics">{t(texts.statistics)}</h2>
          <span className="soft">{t(texts.ofTexts)}</span>
        </div>
        <Link to={paths.history}>{t(commonTexts.history)}</Link>
      </header>
      {data ? (
        <dl className={classes.statistics}>
          <Stat name={t(typingTexts.speed)} value={speed.decimals(data.wpm)} unit={speed.name} />
          <Stat name={t(typingTexts.accuracy)} value={format.accuracy(data.accuracy)} />
          <Stat name={t(texts.completed)} value={format.number(data.racesTotal)} />
          <Stat name={t(texts.fastest)} value={speed.decimals(data.bestRace)} unit={speed.name} />
          <Stat name={t(texts.timeSpent)} value={hoursMinutesSeconds(data.time)} />
        </dl>
      ) : error ? (
        <ErrorText error={error} />
      ) : (
        <Skeleton height="5rem" />
      )}
      <p className="note">{t(texts.notPublic)}</p>
    </section>
  );
}
