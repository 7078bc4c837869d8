import { Share2, Shirt } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import type { UserStats } from '../net/api';
import { skinName } from '../skins/skinWords';
import { DialogButton } from '../ui/DialogButton';
import { Flag } from '../ui/Flag';
import { letters } from '../ui/letters';
import { ShareWays } from '../ui/ShareWays';
import { SkinImage } from '../ui/SkinImage';
import classes from './ProfileHero.module.css';
import { Skins } from './Skins';
import { shareText } from './statistics';

/** The public fields of a racer's account, and the buttons of the profile. */
export const ProfileHero = observer(function ProfileHero({ racer, isOwn }: { racer: UserStats; isOwn: boolean }) {
  const strings = useStrings();
  const { profile } = strings;
  const { skins, toBeUnlocked } = racer;
  return (
    <section className={classes.hero} aria-label={racer.username}>
      <div className={classes.perch}>
        <SkinImage
          skin={racer.skin}
          size={256}
          alt={profile.wears(racer.username, skinName(strings.skins, racer.skin))}
          isHero
        />
      </div>
      <div className={classes.who}>
        <h1 className={classes.name} style={letters(racer.username)}>
          <span>{racer.username}</span>
          <Flag country={racer.country} />
        </h1>
        <p className="lead">{profile.since(strings.format.date(racer.date))}</p>
        <div className={classes.actions}>
          {isOwn && skins && toBeUnlocked && (
            <DialogButton
              kind="primary"
              label={
                <>
                  <Shirt aria-hidden="true" />
                  <span>{profile.changeSkin}</span>
                </>
              }
              title={profile.skins.title}
              isWide
            >
              {() => <Skins skin={racer.skin} skins={skins} toBeUnlocked={toBeUnlocked} />}
            </DialogButton>
          )}
          <ShareProfile racer={racer} />
        </div>
      </div>
    </section>
  );
});

/** Opens the ways to share a profile. */
function ShareProfile({ racer }: { racer: UserStats }) {
  const strings = useStrings();
  const { profile } = strings;
  const address = window.location.origin + paths.user(racer.username);
  const text = shareText(racer, strings);
  const label = (
    <>
      <Share2 aria-hidden="true" />
      <span>{profile.share}</span>
    </>
  );
  return (
    <DialogButton label={label} title={profile.shareTitle}>
      {(close) => (
        <ShareWays text={text} address={address} copy={profile.copy} copied={`${text} ${address}`} onChosen={close} />
      )}
    </DialogButton>
  );
}
