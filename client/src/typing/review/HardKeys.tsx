import { useText } from '../../core/useText';
import type { HardKey } from '../rules/review';
import classes from './Review.module.css';
import * as texts from './texts';

/** The hardest keys, as key caps, with their misses and times. */
export function HardKeys({ keys }: { keys: readonly HardKey[] }) {
  const t = useText();
  return (
    <div className={classes.block}>
      <h3>{t(texts.hardKeys)}</h3>
      {keys.length === 0 ? (
        <p className="soft">{t(texts.noHardKeys)}</p>
      ) : (
        <ol className={classes.keys}>
          {keys.map(({ character, wanted, missed, meanMs }) => (
            <li key={character}>
              <kbd translate="no">{character === ' ' ? t(texts.space) : character}</kbd>
              <span>
                {[
                  ...(missed > 0 ? [t(texts.missed)(missed, wanted)] : []),
                  ...(meanMs !== null ? [t(texts.took)(Math.round(meanMs))] : []),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
