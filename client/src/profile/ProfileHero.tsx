import History from 'lucide-react/icons/history';
import Share2 from 'lucide-react/icons/share-2';
import Shirt from 'lucide-react/icons/shirt';
import { paths } from '../core/paths';
import { languages } from '../core/text';
import * as commonTexts from '../core/texts';
import { useFormat, useText } from '../core/useText';
import type { UserStats } from '../net/api';
import { ReportAndBlock } from '../report/ReportAndBlock';
import { skinName, skinWords } from '../skins/skinWords';
import { useSpeed } from '../typing/useSpeed';
import { ButtonLink } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { Division } from '../ui/Division';
import { Flag } from '../ui/Flag';
import { nameLength } from '../ui/nameLength';
import { ShareWays } from '../ui/ShareWays';
import { SkinImage } from '../ui/SkinImage';
import { Challenge } from './Challenge';
import classes from './ProfileHero.module.css';
import { Skins } from './Skins';
import { shareText } from './statistics';
import * as texts from './texts';

/** The public fields of a racer's account, and the buttons of the profile. */
export function ProfileHero({ racer, isOwn }: { racer: UserStats; isOwn: boolean }) {
  const t = useText();
  const format = useFormat();
  const { skins, toBeUnlocked } = racer;
  return (
    <section className={classes.hero} aria-label={racer.username}>
      <div className={classes.perch}>
        <SkinImage
          skin={racer.skin}
          size={256}
          alt={t(texts.wears)(racer.username, skinName(t(skinWords), racer.skin))}
          isHero
        />
      </div>
      <div className={classes.who}>
        <h1 className={classes.name} style={nameLength(racer.username)}>
          <span>{racer.username}</span>
          <Flag country={racer.country} />
        </h1>
        <p className="lead">{t(texts.since)(format.date(racer.date))}</p>
        {racer.divisions.length > 0 && (
          <p className={classes.divisions}>
            <span>{t(texts.division)}</span>
            {racer.divisions.map(({ language, division }) => (
              <span key={language} className={classes.division}>
                <Division division={division} />
                <span lang={language}>{languages[language]}</span>
              </span>
            ))}
          </p>
        )}
        <div className={classes.actions}>
          {isOwn && skins && toBeUnlocked && (
            <DialogButton
              kind="primary"
              label={
                <>
                  <Shirt aria-hidden="true" />
                  <span>{t(texts.changeSkin)}</span>
                </>
              }
              title={t(texts.skinsTitle)}
              isWide
            >
              {() => <Skins skin={racer.skin} skins={skins} toBeUnlocked={toBeUnlocked} />}
            </DialogButton>
          )}
          {isOwn && (
            <ButtonLink to={paths.history}>
              <History aria-hidden="true" />
              <span>{t(commonTexts.history)}</span>
            </ButtonLink>
          )}
          <Challenge username={racer.username} isOwn={isOwn} />
          <ShareProfile racer={racer} />
          {!isOwn && <ReportAndBlock username={racer.username} />}
        </div>
      </div>
    </section>
  );
}

/** Opens the ways to share a profile. */
function ShareProfile({ racer }: { racer: UserStats }) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  const address = window.location.origin + paths.user(racer.username);
  const text = shareText(racer, t, format, speed);
  const label = (
    <>
      <Share2 aria-hidden="true" />
      <span>{t(texts.share)}</span>
    </>
  );
  return (
    <DialogButton label={label} title={t(texts.shareTitle)}>
      {(close) => (
        <ShareWays text={text} address={address} copy={t(texts.copy)} copied={`${text} ${address}`} onChosen={close} />
      )}
    </DialogButton>
  );
}
