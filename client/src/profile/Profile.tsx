import { useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { useParams } from 'react-router';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { useTitle } from '../ui/useTitle';
import { ProfileBar } from './ProfileBar';
import { ProfileMissing } from './ProfileMissing';
import { ProfileSkeleton } from './ProfileSkeleton';
import { ProfileView } from './ProfileView';
import { userStatsQuery } from './queries';

/** A racer, as everybody may see them. */
export const Component = observer(function Profile() {
  const strings = useStrings();
  const { session, services } = useRoot();
  const { username = '' } = useParams();
  // The token is sent for every profile: the server tells of skins only to whom they belong.
  const { data, error, refetch } = useQuery(userStatsQuery(services.api, username, session.token));
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
