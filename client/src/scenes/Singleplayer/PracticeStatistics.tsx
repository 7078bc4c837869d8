import { useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { hoursMinutesSeconds } from '../../format';
import { useRoot } from '../../hooks/useRoot';
import { useStrings } from '../../hooks/useStrings';
import { paths } from '../../paths';
import { practiceStatsQuery } from '../../queries/practiceStats';
import classes from './Singleplayer.module.css';

/** All practice of the signed-in user so far; a guest is told how to get it. */
export const PracticeStatistics = observer(function PracticeStatistics() {
  const strings = useStrings();
  const { session } = useRoot();
  if (session.isChecking) return null;
  if (!session.isLoggedIn || session.token === null) {
    return (
      <p className={classes.note}>
        <Link to={paths.login}>{strings.practice.guest}</Link>
      </p>
    );
  }
  return <Statistics token={session.token} />;
});

function Statistics({ token }: { token: string }) {
  const strings = useStrings();
  const { world } = useRoot();
  const { data, error } = useQuery(practiceStatsQuery(world.api, token));
  const { practice, common } = strings;
  return (
    <section className={classes.panel} aria-labelledby="practice-statistics">
      <h2 id="practice-statistics">{practice.statistics}</h2>
      {data ? (
        <dl className={classes.statistics}>
          <Entry name={practice.speed} value={`${strings.format.decimals(data.wpm)} ${common.wpm}`} />
          <Entry name={practice.accuracy} value={`${strings.format.decimals(data.accuracy)} ${common.percent}`} />
          <Entry name={practice.completed} value={String(data.racesTotal)} />
          <Entry name={practice.fastest} value={`${strings.format.decimals(data.bestRace)} ${common.wpm}`} />
          <Entry name={practice.timeSpent} value={hoursMinutesSeconds(data.time)} />
        </dl>
      ) : error ? (
        <p className={classes.error} role="alert">
          {strings.errors.occurred(error.message)}
        </p>
      ) : (
        <div className={classes.skeleton} aria-hidden="true" />
      )}
      <p className={classes.note}>{practice.notPublic}</p>
    </section>
  );
}

function Entry({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
