import CircleCheck from 'lucide-react/icons/circle-check';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { useText } from '../core/useText';
import type { LockedSkin, Skin } from '../net/api';
import { useChangeSkin } from '../skins/queries';
import type { SkinWords } from '../skins/skins.en';
import { skinHint, skinIn, skinWords } from '../skins/skinWords';
import { ErrorText } from '../ui/ErrorText';
import { SkinImage } from '../ui/SkinImage';
import classes from './Skins.module.css';
import * as texts from './texts';

interface Props {
  /** The file name of the current one. */
  skin: string;
  skins: readonly Skin[];
  toBeUnlocked: readonly LockedSkin[];
}

/** All skins: the user's own can be put on; the others show how to unlock them. */
export function Skins({ skin, skins, toBeUnlocked }: Props) {
  const t = useText();
  const words = t(skinWords);
  const [pointedAt, setPointedAt] = useState<Skin | null>(null);
  const change = useChangeSkin();
  const owned = skins.map((each) => skinIn(words, each));
  const worn = (change.isPending && change.variables?.filename) || skin;
  const shown = pointedAt ?? owned.find(({ filename }) => filename === worn);
  return (
    <div className="stack">
      {shown && (
        <div className={classes.preview}>
          <SkinImage skin={shown.filename} size={112} />
          <div>
            <p className={classes.name}>{shown.name}</p>
            <p>{shown.description}</p>
          </div>
        </div>
      )}
      <ErrorText error={change.error} />
      <OwnedSkins skins={owned} worn={worn} onPointAt={setPointedAt} onChoose={(chosen) => change.mutate(chosen)} />
      <LockedSkins skins={toBeUnlocked} words={words} />
    </div>
  );
}

interface OwnedSkinsProps {
  skins: readonly Skin[];
  /** The file name of the current one. */
  worn: string;
  /** Called with the skin that is hovered or focused; null when it no longer is. */
  onPointAt: (skin: Skin | null) => void;
  onChoose: (skin: Skin) => void;
}

function OwnedSkins({ skins, worn, onPointAt, onChoose }: OwnedSkinsProps) {
  const t = useText();
  return (
    <section aria-labelledby="owned-skins">
      <h3 id="owned-skins" className={classes.heading}>
        {t(texts.owned)(skins.length)}
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
              onFocus={({ currentTarget }) => {
                // Firefox leaves a skin below the preview while any part of it shows.
                if (currentTarget.matches(':focus-visible')) currentTarget.scrollIntoView({ block: 'nearest' });
                onPointAt(skin);
              }}
              onBlur={() => onPointAt(null)}
            >
              <SkinImage skin={skin.filename} size={80} />
              <span>{skin.name}</span>
              {skin.filename === worn && <CircleCheck className={classes.badge} size="1.25rem" aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LockedSkins({ skins, words }: { skins: readonly LockedSkin[]; words: SkinWords }) {
  const t = useText();
  return (
    <section aria-labelledby="locked-skins">
      <h3 id="locked-skins" className={classes.heading}>
        {t(texts.locked)(skins.length)}
      </h3>
      {skins.length === 0 && <p>{t(texts.allUnlocked)}</p>}
      <ul className={classes.grid}>
        {skins.map((skin) => (
          <li key={skin.filename} className={`${classes.skin} ${classes.locked}`}>
            <SkinImage skin={skin.filename} size={80} />
            <strong>{skinIn(words, skin).name}</strong>
            <span>{skinHint(words, skin)}</span>
            <Lock className={classes.badge} size="1.125rem" aria-hidden="true" />
          </li>
        ))}
      </ul>
    </section>
  );
}
