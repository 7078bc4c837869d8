import { Keyboard } from 'lucide-react';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import { ButtonLink } from '../ui/Button';
import { SkinImage } from '../ui/SkinImage';
import classes from './PlayCard.module.css';

/** Some of what an account brings. */
const SAMPLE_SKINS = ['snowcap', 'hummingbird', 'firethroat'];

/** What a guest can do, and what an account would add. */
export function GuestCard() {
  const strings = useStrings();
  return (
    <section className={classes.card}>
      <div className={classes.unlock}>
        <h2>{strings.home.unlock}</h2>
        <div className={classes.animator}>
          {SAMPLE_SKINS.map((skin) => (
            <SkinImage key={skin} skin={skin} size={64} />
          ))}
        </div>
      </div>
      <p className={classes.text}>{strings.home.unlockText}</p>
      <div className={classes.choices}>
        <div className={classes.pair}>
          <ButtonLink to={paths.login}>{strings.home.login}</ButtonLink>
          <ButtonLink kind="primary" to={paths.signup}>
            {strings.home.signup}
          </ButtonLink>
        </div>
        <ButtonLink kind="quiet" to={paths.singleplayer}>
          <Keyboard aria-hidden="true" /> {strings.home.singleplayer}
        </ButtonLink>
      </div>
    </section>
  );
}
