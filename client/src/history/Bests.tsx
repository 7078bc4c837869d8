import { useId } from 'react';
import { paths } from '../core/paths';
import { type Translate, useText } from '../core/useText';
import type { Best, TextLanguage } from '../net/api';
import { BestsTable } from '../typing/BestsTable';
import { LoadFailed } from '../ui/EmptyState';
import { Skeleton } from '../ui/Loading';
import { lengths, modes } from './modes';
import { useBests } from './queries';
import * as texts from './texts';

/** The fastest run of each mode and, of texts, of each length. */
export function Bests({ language }: { language: TextLanguage | undefined }) {
  const t = useText();
  const id = useId();
  const { data, error, refetch } = useBests(language);
  if (data?.length === 0) return null;
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{t(texts.bests)}</h2>
      {data ? (
        <BestsTable
          labelledBy={id}
          bests={inOrder(data).map((best) => ({ ...best, name: nameOf(best, t), to: paths.run(best.id) }))}
        />
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
