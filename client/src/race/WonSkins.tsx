import { observer } from 'mobx-react-lite';
import { Link } from 'react-router';
import { paths } from '../app/paths';
import { useStrings } from '../app/useStrings';
import { useSkinWords } from '../profile/useSkinWords';
import { skinName } from '../strings/skins';
import { SkinImage } from '../ui/SkinImage';
import classes from './WonSkins.module.css';

interface Props {
  username: string;
  /** File names. */
  skins: readonly string[];
}

/** The skins that a race unlocked, and the way to wear them. */
export const WonSkins = observer(function WonSkins({ username, skins }: Props) {
  const strings = useStrings();
  const words = useSkinWords() ?? null;
  return (
    <div className={classes.won}>
      <p>
        {strings.race.won(skins.length)} <Link to={paths.user(username)}>{strings.verify.profile}</Link>
      </p>
      <ul className={classes.skins}>
        {skins.map((skin) => (
          <li key={skin}>
            <SkinImage skin={skin} size={96} alt={skinName(words, skin)} />
          </li>
        ))}
      </ul>
    </div>
  );
});
