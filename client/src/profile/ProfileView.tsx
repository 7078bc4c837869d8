import { observer } from 'mobx-react-lite';
import { UnverifiedNotice } from '../account/UnverifiedNotice';
import { useRoot } from '../app/useRoot';
import type { OwnStats, UserStats } from '../net/api';
import { ProfileHero } from './ProfileHero';
import { ProfileStatistics } from './ProfileStatistics';
import classes from './ProfileView.module.css';

/** A racer's skin, name and numbers. */
export const ProfileView = observer(function ProfileView({ racer }: { racer: UserStats | OwnStats }) {
  const { session } = useRoot();
  const isOwn = session.username === racer.username;
  return (
    <div className={classes.view}>
      {isOwn && session.info?.verified === false && session.token !== null && (
        <UnverifiedNotice token={session.token} />
      )}
      <ProfileHero racer={racer} own={isOwn && 'skins' in racer ? racer : null} />
      <ProfileStatistics racer={racer} />
    </div>
  );
});
