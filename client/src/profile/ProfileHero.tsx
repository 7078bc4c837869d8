import { observer } from 'mobx-react-lite';
import { useStrings } from '../app/useStrings';
import type { OwnStats, UserStats } from '../net/api';
import { isLongName } from '../platform/format';
import { skinName } from '../strings/skins';
import { Flag } from '../ui/Flag';
import { SkinImage } from '../ui/SkinImage';
import classes from './ProfileHero.module.css';
import { ShareProfile } from './ShareProfile';
import { SkinsButton } from './SkinsButton';

interface Props {
  racer: UserStats;
  /** The same racer, when they look at themselves. */
  own: OwnStats | null;
}

/** Who this is: the skin in large, name, flag, since when, and what can be done here. */
export const ProfileHero = observer(function ProfileHero({ racer, own }: Props) {
  const strings = useStrings();
  return (
    <section className={classes.hero} aria-label={racer.username}>
      <div className={classes.perch}>
        <SkinImage
          skin={racer.skin}
          size={256}
          alt={strings.profile.wears(racer.username, skinName(strings.skins, racer.skin))}
          isHero
        />
      </div>
      <div className={classes.who}>
        <h1 className={classes.name} data-long={isLongName(racer.username)}>
          {racer.username} <Flag country={racer.country} />
        </h1>
        <p className={classes.since}>{strings.profile.since(strings.format.date(racer.date))}</p>
        <div className={classes.actions}>
          {own && <SkinsButton racer={own} />}
          <ShareProfile racer={racer} />
        </div>
      </div>
    </section>
  );
});
