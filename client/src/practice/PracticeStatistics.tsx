import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useQuery } from '../core/useQuery';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { hoursMinutesSeconds } from '../platform/format';
import { ErrorText } from '../ui/ErrorText';
import { Skeleton } from '../ui/Loading';
import { Stat } from '../ui/Stat';
import classes from './Practice.module.css';
import { practiceStatsQuery } from './queries';

/** The practice statistics of the signed-in user; a login link for guests. */
export const PracticeStatistics = observer(function PracticeStatistics() {
  const strings = useStrings();
  const { session } = useRoot();
  if (session.isChecking) return null;
  // A token that could not be checked may be a user's.
  if (session.token === null) {
    return (
      <p className="note">
        <Link to={paths.login}>{strings.practice.guest}</Link>
      </p>
    );
  }
  return <Statistics />;
});

const Statistics = observer(function Statistics() {
  const strings = useStrings();
  const { services } = useRoot();
  const { data, error } = useQuery(practiceStatsQuery(services.api));
  const { practice, typing, common, format } = strings;
  return (
    <section className="card stack" aria-labelledby="practice-statistics">
      <h2 id="practice-statistics">{practice.statistics}</h2>
      {data ? (
        <dl className={classes.statistics}>
          <Stat name={typing.speed} value={format.decimals(data.wpm)} unit={common.wpm} />
          <Stat name={typing.accuracy} value={format.accuracy(data.accuracy)} />
          <Stat name={practice.completed} value={format.number(data.racesTotal)} />
          <Stat name={practice.fastest} value={format.decimals(data.bestRace)} unit={common.wpm} />
          <Stat name={practice.timeSpent} value={hoursMinutesSeconds(data.time)} />
        </dl>
      ) : error ? (
        <ErrorText error={error} />
      ) : (
        <Skeleton height="5rem" />
      )}
      <p className="note">{practice.notPublic}</p>
    </section>
  );
});
