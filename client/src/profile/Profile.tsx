import { useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { useParams } from 'react-router';
import { UnverifiedNotice } from '../account/UnverifiedNotice';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { ApiError } from '../net/ApiError';
import type { OwnStats, UserStats } from '../net/api';
import { LoadFailed } from '../ui/EmptyState';
import { Skeleton } from '../ui/Loading';
import { Logo } from '../ui/Logo';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import classes from './Profile.module.css';
import { ProfileBar } from './ProfileBar';
import { ProfileHero } from './ProfileHero';
import { ProfileStatistics } from './ProfileStatistics';
import { userStatsQuery } from './queries';

/** A racer, as everybody may see them. */
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
      ) : error ? (
        <ProfileMissing error={error} onRetry={refetch} />
      ) : (
        <ProfileSkeleton />
      )}
    </>
  );
});

/** A racer's skin, name and numbers. */
const ProfileView = observer(function ProfileView({ racer }: { racer: UserStats | OwnStats }) {
  const { session } = useRoot();
  const isOwn = session.username === racer.username;
  return (
    <div className={classes.view}>
      {isOwn && session.info?.verified === false && <UnverifiedNotice />}
      <ProfileHero racer={racer} own={isOwn && 'skins' in racer ? racer : null} />
      <ProfileStatistics racer={racer} />
    </div>
  );
});

interface Props {
  error: Error | null;
  onRetry: () => unknown;
}

/** Nobody has the name, or nobody could be asked. */
function ProfileMissing({ error, onRetry }: Props) {
  const strings = useStrings();
  if (!(error instanceof ApiError && error.status === 404)) {
    return <LoadFailed title={strings.profile.notFound} error={error} onRetry={onRetry} />;
  }
  return (
    <StatusPage picture={<Logo size={84} />} title={strings.profile.notFound} role="alert">
      <p>{strings.profile.notFoundText}</p>
    </StatusPage>
  );
}

const NUMBERS = ['speed', 'accuracy', 'fastest', 'completed', 'won', 'timeSpent'];

/** The places of skin, name and numbers. */
function ProfileSkeleton() {
  const strings = useStrings();
  return (
    <div className={classes.skeleton} role="status">
      <span className="visually-hidden">{strings.profile.loading}</span>
      <div className={classes.hero}>
        <Skeleton height="100%" />
      </div>
      <Skeleton width="9rem" height="1.8rem" />
      <div className={classes.numbers}>
        {NUMBERS.map((number) => (
          <Skeleton key={number} height="6.2rem" />
        ))}
      </div>
    </div>
  );
}
