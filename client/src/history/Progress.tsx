import { useEffect } from 'react';
import { lazyPart } from '../core/lazyPart';
import { useText } from '../core/useText';
import type { HistoryFilters } from '../net/api';
import { LoadFailed } from '../ui/EmptyState';
import { Skeleton } from '../ui/Loading';
import { usePlot } from './queries';
import * as texts from './texts';

const HEIGHT = '34rem';

/** A card with speed and accuracy over time. If its script is missing, the runs stand without it. */
export const ProgressCard = lazyPart(() => import('./ProgressPlot').then(({ ProgressCard }) => ProgressCard), {
  whileLoading: <Skeleton height={HEIGHT} />,
  ifMissing: null,
});

/** The speed and accuracy of the runs that pass the filters. */
export function Progress({ filters }: { filters: HistoryFilters }) {
  const t = useText();
  useEffect(() => {
    // Beside its data.
    void ProgressCard.load();
  }, []);
  const { data, isPlaceholderData, error, refetch } = usePlot(filters);
  if (error && !data) return <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={HEIGHT} />;
  if (data.points.length === 0) return null;
  if (data.points.length === 1) return <p className="soft">{t(texts.plotTooShort)}</p>;
  return <ProgressCard {...data} isStale={isPlaceholderData} />;
}
