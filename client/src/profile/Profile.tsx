import { observer } from 'mobx-react-lite';
import { useParams } from 'react-router';
import { UnverifiedNotice } from '../account/UnverifiedNotice';
import { useQuery } from '../core/useQuery';
import { useRoot } from '../core/useRoot';
import { useStrings } from '../core/useStrings';
import { ApiError } from '../net/ApiError';
import type { UserStats } from '../net/api';
import { LoadFailed } from '../ui/EmptyState';
import { Loading, Skeleton } from '../ui/Loading';
import { Stat } from '../ui/Stat';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import classes from './Profile.module.css';
import { ProfileBar } from './ProfileBar';
import { ProfileHero } from './ProfileHero';
import { userStatsQuery } from './queries';
import { statistics } from './statistics';

/** A racer's public profile. */
export const Component = observer(function Profile() {
  const strings = useStrings();
  const { services } = useRoot();
  const { username = '' } = useParams();
  const { data, error, refetch } = useQuery(userStatsQuery(services.api, username));
  useTitle(strings.title(data?.username ?? username));
  return (
    <>
      <ProfileBar shown={data?.username ?? username} />
      {data ? (
        <ProfileView key={data.username} racer={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <StatusPage title={strings.profile.notFound} role="alert">
          <p>{strings.profile.notFoundText}</p>
        </StatusPage>
      ) : error ? (
        <LoadFailed title={strings.profile.notFound} error={error} onRetry={refetch} />
      ) : (
        <Loading label={strings.profile.loading}>
          <h1 className="visually-hidden">{username}</h1>
          <Skeleton height="21rem" />
          <Skeleton height="16rem" />
        </Loading>
      )}
    </>
  );
});

/** A racer's skin, name and statistics. */
const ProfileView = observer(function ProfileView({ racer }: { racer: UserStats }) {
  const strings = useStrings();
  const { session } = useRoot();
  const isOwn = session.username === racer.username;
  return (
    <div className={classes.view}>
      {isOwn && session.info?.verified === false && <UnverifiedNotice />}
      <ProfileHero racer={racer} isOwn={isOwn} />
      <section className="stack" aria-labelledby="profile-statistics">
        <h2 id="profile-statistics">{strings.profile.statistics}</h2>
        {racer.racesTotal === 0 && <p className="soft">{strings.profile.noRacesYet}</p>}
        <dl className={classes.numbers}>
          {statistics(racer, strings).map((statistic) => (
            <Stat key={statistic.name} {...statistic} className={classes.number} />
          ))}
        </dl>
      </section>
    </div>
  );
});
