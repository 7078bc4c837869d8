import { CircleCheck } from 'lucide-react';
import { useStrings } from '../app/useStrings';
import type { Skin } from '../net/api';
import { SkinImage } from '../ui/SkinImage';
import classes from './Skins.module.css';

interface Props {
  skins: readonly Skin[];
  /** The file name of the one that is on. */
  worn: string;
  /** What mouse or focus is on; null when they left. */
  onPointAt: (skin: Skin | null) => void;
  onChoose: (skin: Skin) => void;
}

/** The skins that can be put on. */
export function OwnedSkins({ skins, worn, onPointAt, onChoose }: Props) {
  const strings = useStrings();
  return (
    <section aria-labelledby="owned-skins">
      <h3 id="owned-skins" className={classes.heading}>
        {strings.profile.skins.owned(skins.length)}
      </h3>
      <ul className={classes.grid}>
        {skins.map((skin) => (
          <li key={skin.filename}>
            <button
              type="button"
              className={`${classes.skin} ${classes.owned}`}
              aria-pressed={skin.filename === worn}
              aria-description={skin.description}
              data-main={skin.filename === worn || undefined}
              onClick={() => onChoose(skin)}
              onMouseEnter={() => onPointAt(skin)}
              onMouseLeave={() => onPointAt(null)}
              onFocus={() => onPointAt(skin)}
              onBlur={() => onPointAt(null)}
            >
              <SkinImage skin={skin.filename} size={80} />
              {skin.name}
              {skin.filename === worn && <CircleCheck className={classes.badge} size={20} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
