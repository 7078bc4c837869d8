import { useScript } from '../core/useScript';
import { useText } from '../core/useText';
import type { HistoryFilters } from '../net/api';
import { loadExtra, Script } from '../platform/loading';
import { LoadFailed } from '../ui/EmptyState';
import { Skeleton } from '../ui/Loading';
import classes from './Progress.module.css';
import type { PlotProps } from './ProgressPlot';
import { usePlot } from './queries';
import * as texts from './texts';

/** Loaded beside its data. If it is missing, the runs stand without it. */
const plot = new Script(() =>
  loadExtra(() => import('./ProgressPlot')).then(
    ({ ProgressPlot }) => ProgressPlot,
    () => NoPlot,
  ),
);

/** The speed and accuracy of the runs that pass the filters. */
export function Progress({ filters }: { filters: HistoryFilters }) {
  const t = useText();
  const Plot = useScript(plot);
  const { data, isPlaceholderData, error, refetch } = usePlot(filters);
  if (error && !data) return <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />;
  if (!data || !Plot) return <Skeleton height="34rem" />;
  const { points, byDay } = data;
  if (points.length === 0) return null;
  if (points.length === 1) return <p className="soft">{t(texts.plotTooShort)}</p>;
  return (
    <div className={classes.card} data-stale={isPlaceholderData}>
      <Plot key={`${points[0]?.date} ${points.at(-1)?.date}`} points={points} byDay={byDay} />
    </div>
  );
}

function NoPlot(_: PlotProps) {
  return null;
}
