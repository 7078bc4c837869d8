import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ZoomIn from 'lucide-react/icons/zoom-in';
import ZoomOut from 'lucide-react/icons/zoom-out';
import { useMemo, useState } from 'react';
import { useFormat, useText } from '../core/useText';
import type { PlotPoint } from '../net/api';
import { twoDecimals } from '../typing/rules/score';
import { useSpeed } from '../typing/useSpeed';
import { Button, IconButton } from '../ui/Button';
import { Chart } from '../ui/chart/Chart';
import type { ChartNumbers } from '../ui/chart/ChartTable';
import type { Plot, Series, Span } from '../ui/chart/drawChart';
import { movingAverage } from './average';
import classes from './Progress.module.css';
import * as texts from './texts';
import { timeLabels } from './timeLabels';
import { within, type Zoom, zoomed } from './zoom';

/** The number of runs in the moving average. */
const AVERAGED = 10;

const [SPEED_HEIGHT_PX, ACCURACY_HEIGHT_PX] = [240, 150];

/** The shortest part that can be zoomed in to: ten minutes. */
const SHORTEST_SECONDS = 600;

const STEPS = [
  ['earlier', ChevronLeft],
  ['in', ZoomIn],
  ['out', ZoomOut],
  ['later', ChevronRight],
] as const satisfies readonly (readonly [Zoom, unknown])[];

/** The numbers of the points, and their moving average. */
interface Averaged {
  values: number[];
  averages: number[];
}

interface PlotProps {
  /** At least two, in the order of their dates. */
  points: readonly PlotPoint[];
  /** True if each point is the mean of a day, and its date the beginning of the day. */
  byDay: boolean;
}

interface CardProps extends PlotProps {
  /** True for the points of the previous choice, while others load. */
  isStale: boolean;
}

/** A card with speed and accuracy over time. */
export function ProgressCard({ points, byDay, isStale }: CardProps) {
  return (
    <div className={classes.card} data-stale={isStale}>
      <ProgressPlot key={`${points[0]?.date} ${points.at(-1)?.date}`} points={points} byDay={byDay} />
    </div>
  );
}

/** Two charts that show the same part of the time. */
function ProgressPlot({ points, byDay }: PlotProps) {
  const t = useText();
  const format = useFormat();
  const unit = useSpeed();
  const [span, setSpan] = useState<Span | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const { xs, speeds, accuracies, whole } = useMemo(() => {
    const xs = points.map(({ date }) => Date.parse(date) / 1000);
    const runsOf = (values: readonly number[]) =>
      points.map(({ runs }, index) => ({ value: values[index] ?? 0, runs }));
    const withAverage = (values: number[]): Averaged => ({ values, averages: movingAverage(runsOf(values), AVERAGED) });
    return {
      xs,
      speeds: withAverage(points.map(({ wpm }) => unit.of(wpm))),
      accuracies: withAverage(points.map(({ accuracy }) => accuracy)),
      whole: [xs[0] ?? 0, xs.at(-1) ?? 0] as const,
    };
  }, [points, unit]);

  const date = useMemo(
    () => format.dates({ dateStyle: 'medium', ...(!byDay && { timeStyle: 'short' }) }),
    [format, byDay],
  );
  // Not again for each point that is pointed at.
  const charts = useMemo(() => {
    const xLabel = timeLabels(format);
    const dateAt = (index: number) => date.format((xs[index] ?? 0) * 1000);
    const chartOf = (title: string, { values, averages }: Averaged, shape: Pick<Plot, 'heightPx' | 'yEnds'>) => {
      const series: Series[] = [
        { name: t(texts.average)(AVERAGED), shape: 'curve', color: 'accent', values: averages },
        { name: t(byDay ? texts.eachDay : texts.eachRun), shape: 'dots', color: 'accent-2', values },
      ];
      const plot: Plot = {
        ...shape,
        xs,
        series,
        isTime: true,
        xLabel,
        span,
        onDrag: ([from, to]) => setSpan(within(whole, from, Math.max(to - from, SHORTEST_SECONDS))),
        onPoint: setPointed,
      };
      const table: ChartNumbers = {
        columns: [t(texts.date), title, t(texts.average)(AVERAGED)],
        rows: () =>
          values
            .map(
              (value, index) => [dateAt(index), format.decimals(value), format.decimals(averages[index] ?? 0)] as const,
            )
            .reverse(),
      };
      const label = t(texts.plotLabel)(
        title,
        dateAt(0),
        dateAt(xs.length - 1),
        format.number(twoDecimals(Math.min(...averages))),
        format.number(twoDecimals(Math.max(...averages))),
      );
      return { title, label, plot, table };
    };
    return [
      chartOf(`${t(texts.speed)} (${unit.name})`, speeds, { heightPx: SPEED_HEIGHT_PX, yEnds: withMargin }),
      chartOf(`${t(texts.accuracy)} (%)`, accuracies, {
        heightPx: ACCURACY_HEIGHT_PX,
        yEnds: (min) => [Math.max(Math.floor(min) - 2, 0), 100],
      }),
    ];
  }, [t, format, unit, date, byDay, xs, speeds, accuracies, whole, span]);

  const point = pointed === null ? undefined : points[pointed];
  return (
    <>
      <div className={classes.head}>
        <p className={`note ${classes.point}`}>
          {point
            ? `${date.format(Date.parse(point.date))}: ${unit.decimals(point.wpm)} ${unit.name}, ${format.accuracy(point.accuracy)}`
            : t(texts.dragHint)}
        </p>
        <fieldset className={classes.zoom} aria-label={t(texts.zoom)}>
          {STEPS.map(([zoom, Icon]) => (
            <IconButton
              key={zoom}
              label={t(texts.zooms[zoom])}
              onClick={() => setSpan(zoomed(zoom, span, whole, SHORTEST_SECONDS))}
            >
              <Icon aria-hidden="true" />
            </IconButton>
          ))}
          <Button kind="quiet" onClick={() => setSpan(null)} isBlocked={span === null}>
            {t(texts.wholeSpan)}
          </Button>
        </fieldset>
      </div>
      {charts.map((chart) => (
        <Chart key={chart.title} {...chart} />
      ))}
    </>
  );
}

/** The ends of an axis around its values. */
function withMargin(min: number, max: number): [number, number] {
  const margin = Math.max((max - min) * 0.1, 5);
  return [Math.max(min - margin, 0), max + margin];
}
