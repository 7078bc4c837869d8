import Feather from 'lucide-react/icons/feather';
import Keyboard from 'lucide-react/icons/keyboard';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import type { SessionInfo } from '../net/api';
import { PrivateRace } from '../race/PrivateRace';
import { useOpenPrivateRace, useOpenRoom } from '../race/useOpenRoom';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { nameLength } from '../ui/nameLength';
import { SkinImage } from '../ui/SkinImage';
import classes from './PlayCard.module.css';
import * as texts from './texts';

/** The skins in the picture for guests. */
const SAMPLE_SKINS = ['snowcap', 'hummingbird', 'firethroat'];

/** Login, signup and practice, for guests. */
export function GuestCard() {
  const t = useText();
  return (
    <section className={classes.card}>
      <div className={classes.unlock}>
        <h2>{t(texts.unlock)}</h2>
        <div className={classes.animator}>
          {SAMPLE_SKINS.map((skin) => (
            <SkinImage key={skin} skin={skin} size={64} />
          ))}
        </div>
      </div>
      <p className="soft">{t(texts.unlockText)}</p>
      <div className={classes.choices}>
        <div className={classes.pair}>
          <ButtonLink to={paths.login}>{t(commonTexts.login)}</ButtonLink>
          <ButtonLink kind="primary" to={paths.signup}>
            {t(commonTexts.signup)}
          </ButtonLink>
        </div>
        <ButtonLink to={paths.singleplayer}>
          <Keyboard aria-hidden="true" />
          <span>{t(commonTexts.singleplayer)}</span>
        </ButtonLink>
      </div>
    </section>
  );
}

/** The ways to play, for users. */
export function WelcomeCard({ info }: { info: SessionInfo }) {
  const t = useText();
  const room = useOpenRoom();
  const privateRace = useOpenPrivateRace();
  return (
    <section className={classes.card}>
      <div className={classes.welcome}>
        <SkinImage skin={info.skin} size={96} alt={t(commonTexts.yourSkin)} />
        <h2 style={nameLength(info.username)}>
          <Link to={paths.user(info.username)}>{t(texts.welcome)(info.username)}</Link>
        </h2>
      </div>
      <div className={classes.choices}>
        <div className={classes.choice}>
          <Button kind="primary" onClick={room.open} isBlocked={room.isOpening} aria-describedby="home-multiplayer">
            <Feather aria-hidden="true" />
            <span>{t(commonTexts.multiplayer)}</span>
          </Button>
          <span id="home-multiplayer">{t(texts.race)}</span>
          <ErrorText error={room.error ?? privateRace.error} />
        </div>
        <div className={classes.private}>
          <PrivateRace room={privateRace} />
        </div>
        <div className={classes.choice}>
          <ButtonLink to={paths.singleplayer} aria-describedby="home-singleplayer">
            <Keyboard aria-hidden="true" />
            <span>{t(commonTexts.singleplayer)}</span>
          </ButtonLink>
          <span id="home-singleplayer">{t(commonTexts.singleplayerHint)}</span>
        </div>
      </div>
    </section>
  );
}
