import { useId, useMemo } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { languages } from '../core/text';
import { type Translate, useFormat, useText } from '../core/useText';
import type { Best, TextLanguage } from '../net/api';
import { useSpeed } from '../typing/useSpeed';
import { LoadFailed } from '../ui/EmptyState';
import { Skeleton } from '../ui/Loading';
import classes from './Bests.module.css';
import { lengths, modes } from './modes';
import { useBests } from './queries';
import * as texts from './texts';

/** The fastest run of each mode and, of texts, of each length. */
export function Bests({ language }: { language: TextLanguage | undefined }) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  const id = useId();
  const { data, error, refetch } = useBests(language);
  const sorted = useMemo(() => data && inOrder(data), [data]);
  const isMixed = data?.some((best) => best.language !== data[0]?.language);
  if (data?.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t(texts.bests)}</h2>
      {sorted ? (
        <ul className={classes.bests}>
          {sorted.map((best) => (
            <li key={`${nameOf(best, t)} ${best.language}`} className={classes.best}>
              <h3>{nameOf(best, t)}</h3>
              <p className={classes.speed}>
                <span>{speed.decimals(best.wpm)}</span>
                <small>{` ${speed.name}`}</small>
              </p>
              <p className={classes.facts}>
                <span>{format.accuracy(best.accuracy)}</span>
                {isMixed && <span lang={best.language}>{languages[best.language]}</span>}
                <Link to={paths.run(best.id)}>
                  <time dateTime={best.date}>{format.date(best.date)}</time>
                </Link>
              </p>
            </li>
          ))}
        </ul>
      ) : error ? (
        <LoadFailed title={t(texts.bestsFailed)} error={error} onRetry={refetch} />
      ) : (
        <Skeleton height="7rem" />
      )}
    </section>
  );
}

/** Races first, then practice, by mode and length. */
function inOrder(bests: readonly Best[]): Best[] {
  const [ofModes, ofLengths] = [Object.keys(modes), Object.keys(lengths)];
  const rank = ({ kind, mode, length }: Best) =>
    (kind === 'race' ? 0 : 1000) + ofModes.indexOf(mode) * 10 + ofLengths.indexOf(length ?? '');
  return [...bests].sort((one, other) => rank(one) - rank(other));
}

/** Such as "Race · short". */
function nameOf({ kind, mode, length }: Best, t: Translate): string {
  const [of, size] = [mode === 'text' ? t(texts.kindOf[kind]) : t(modes[mode]), length && t(lengths[length])];
  return size === null ? of : `${of} · ${size}`;
}
