import { useStrings } from '../app/useStrings';
import type { UserStats } from '../net/api';
import { Stat } from '../ui/Stat';
import classes from './ProfileStatistics.module.css';
import { statistics } from './statistics';

/** A racer's numbers over all races. */
export function ProfileStatistics({ racer }: { racer: UserStats }) {
  const strings = useStrings();
  return (
    <section className={classes.section} aria-labelledby="profile-statistics">
      <h2 id="profile-statistics">{strings.profile.statistics}</h2>
      {racer.racesTotal === 0 && <p className={classes.empty}>{strings.profile.noRacesYet}</p>}
      <dl className={classes.numbers}>
        {statistics(racer, strings).map((statistic) => (
          <Stat key={statistic.name} {...statistic} />
        ))}
      </dl>
    </section>
  );
}
