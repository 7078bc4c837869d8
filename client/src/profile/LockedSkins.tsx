import { Lock } from 'lucide-react';
import { useStrings } from '../app/useStrings';
import type { LockedSkin } from '../net/api';
import { type SkinWords, skinHint, skinIn } from '../strings/skins';
import { SkinImage } from '../ui/SkinImage';
import classes from './Skins.module.css';

interface Props {
  skins: readonly LockedSkin[];
  words: SkinWords | null;
}

/** The skins that are still to come, and how one comes by each. */
export function LockedSkins({ skins, words }: Props) {
  const strings = useStrings();
  return (
    <section aria-labelledby="locked-skins">
      <h3 id="locked-skins" className={classes.heading}>
        {strings.profile.skins.locked(skins.length)}
      </h3>
      {skins.length === 0 && <p>{strings.profile.skins.allUnlocked}</p>}
      <ul className={classes.grid}>
        {skins.map((skin) => (
          <li key={skin.filename} className={`${classes.skin} ${classes.locked}`}>
            <SkinImage skin={skin.filename} size={80} />
            <strong>{skinIn(words, skin).name}</strong>
            <span>{skinHint(words, skin)}</span>
            <Lock className={classes.badge} size={18} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </section>
  );
}
