import { Link } from 'react-router';
import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { skinName, skinWords } from '../skins/skinWords';
import { SkinImage } from '../ui/SkinImage';
import classes from './RaceResults.module.css';
import * as texts from './texts';

interface Props {
  username: string;
  /** Their file names. */
  skins: readonly string[];
}

/** The skins that a race unlocked, by file name, with a link to the profile. */
export function WonSkins({ username, skins }: Props) {
  const t = useText();
  return (
    <div className={classes.won}>
      <p>
        <span>{`${t(texts.won)(skins.length)} `}</span>
        <Link to={paths.user(username)}>{t(commonTexts.toProfile)}</Link>
      </p>
      <ul className="cluster">
        {skins.map((skin) => (
          <li key={skin} className="spotlight">
            <SkinImage skin={skin} size={96} alt={skinName(t(skinWords), skin)} />
          </li>
        ))}
      </ul>
    </div>
  );
}
