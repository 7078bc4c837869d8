import { useScript } from '../core/useScript';
import { useText } from '../core/useText';
import type { HistoryFilters, PlotPoint } from '../net/api';
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

const HEIGHT = '34rem';

/** The speed and accuracy of the runs that pass the filters. */
export function Progress({ filters }: { filters: HistoryFilters }) {
  const t = useText();
  useScript(plot);
  const { data, isPlaceholderData, error, refetch } = usePlot(filters);
  if (error && !data) return <LoadFailed title={t(texts.failed)} error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={HEIGHT} />;
  if (data.points.length === 0) return null;
  if (data.points.length === 1) return <p className="soft">{t(texts.plotTooShort)}</p>;
  return <ProgressCard {...data} isStale={isPlaceholderData} />;
}

interface CardProps {
  /** At least two, oldest first. */
  points: readonly PlotPoint[];
  /** True if each point is the mean of a day. */
  byDay: boolean;
  /** True for those of the previous choice, while others load. */
  isStale: boolean;
}

/** A card with speed and accuracy over time. */
export function ProgressCard({ points, byDay, isStale }: CardProps) {
  const Plot = useScript(plot);
  if (!Plot) return <Skeleton height={HEIGHT} />;
  return (
    <div className={classes.card} data-stale={isStale}>
      <Plot key={`${points[0]?.date} ${points.at(-1)?.date}`} points={points} byDay={byDay} />
    </div>
  );
}

function NoPlot(_: PlotProps) {
  return null;
}
