import { useStrings } from '../../core/useStrings';
import type { HardKey } from '../rules/review';
import classes from './Review.module.css';

/** The hardest keys, as key caps, with their misses and times. */
export function HardKeys({ keys }: { keys: readonly HardKey[] }) {
  const strings = useStrings();
  return (
    <div className={classes.block}>
      <h3>{strings.review.hardKeys}</h3>
      {keys.length === 0 ? (
        <p className="soft">{strings.review.noHardKeys}</p>
      ) : (
        <ol className={classes.keys}>
          {keys.map(({ character, wanted, missed, meanMs }) => (
            <li key={character}>
              <kbd className={classes.cap} translate="no">
                {character === ' ' ? strings.review.space : character}
              </kbd>
              <span>
                {[
                  ...(missed > 0 ? [strings.review.missed(missed, wanted)] : []),
                  ...(meanMs !== null ? [strings.review.took(Math.round(meanMs))] : []),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
