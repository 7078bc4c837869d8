import uPlot from 'uplot';

/** The form in which the values of a series are drawn. */
type Shape = keyof typeof SHAPES;

/** Values of one kind. */
export interface Series {
  name: string;
  shape: Shape;
  /** The color of the theme that it has. */
  color: 'accent' | 'accent-2' | 'wrong';
  /** One for each x; null where there is none. */
  values: readonly (number | null)[];
}

/** A part of the x axis, from its first value to its last. */
export type Span = readonly [from: number, to: number];

/** The data and the labels of a chart. */
export interface Plot {
  /** In ascending order; seconds if `isTime`. */
  xs: readonly number[];
  series: readonly Series[];
  heightPx: number;
  /** True if the x axis has moments, as seconds since 1970. */
  isTime?: boolean;
  /** The label of `x` where the labels are `step` apart. */
  xLabel?: (x: number, step: number) => string;
  /** The possible steps between labels of the x axis. */
  xSteps?: number[];
  /** The ends of the y axis for values from `min` to `max`. */
  yEnds: (min: number, max: number) => [number, number];
  /** The part of the x axis that is shown; all of it by default. */
  span?: Span | null;
  /** Called with the part of the x axis over which the visitor has dragged. */
  onDrag?: (span: Span) => void;
  /** Called with the index of the x under the pointer; null when it leaves. */
  onPoint?: (index: number | null) => void;
}

/** The drawing of each shape, the lowest first. */
const SHAPES = {
  dots: (color: string): uPlot.Series => ({
    paths: () => null,
    points: { show: true, size: 5, width: 0, fill: color },
  }),
  dashes: (): uPlot.Series => ({ width: 1.5, dash: [4, 4], points: { show: false } }),
  curve: (): uPlot.Series => ({ width: 3, points: { show: false }, ...smooth() }),
  rings: (): uPlot.Series => ({
    paths: () => null,
    points: { show: true, size: 9, width: 2.5, fill: 'transparent' },
  }),
};

const LAYERS = Object.keys(SHAPES);

/**
 * Draws a plot into `place`, in the colors of the entries of `legend`, which are its series in order. Follows the width
 * of `place`. Returns a function that removes the chart.
 */
export function drawChart(place: HTMLElement, legend: HTMLElement, plot: Plot): () => void {
  const { xs, series, heightPx, isTime = false, xLabel, xSteps, yEnds, span, onDrag, onPoint } = plot;
  const style = getComputedStyle(place);
  const axis: uPlot.Axis = {
    stroke: style.color,
    font: `${style.fontSize} ${style.fontFamily}`,
    grid: { stroke: style.outlineColor, width: 1 },
    ticks: { show: false },
  };
  const drawn = series
    .map(({ shape, values }, index) => {
      const { color } = getComputedStyle(legend.children[index] ?? legend, '::before');
      return { shape, values, drawing: { stroke: color, ...SHAPES[shape](color) } };
    })
    .sort((one, other) => LAYERS.indexOf(one.shape) - LAYERS.indexOf(other.shape));
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: heightPx,
      legend: { show: false },
      cursor: {
        show: onDrag !== undefined || onPoint !== undefined,
        y: false,
        points: { show: false },
        drag: { x: onDrag !== undefined, y: false, setScale: false },
      },
      scales: {
        x: { time: isTime, ...(span && { min: span[0], max: span[1] }) },
        y: { range: (_, min: number | null, max: number | null) => yEnds(min ?? 0, max ?? 0) },
      },
      axes: [
        {
          ...axis,
          size: 30,
          space: 70,
          ...(xSteps && { incrs: xSteps }),
          ...(xLabel && { values: (_, xs, _axis, _space, step) => xs.map((x) => xLabel(x, step)) }),
        },
        { ...axis, size: 44, space: 40 },
      ],
      series: [{}, ...drawn.map(({ drawing }) => drawing)],
      hooks: {
        setSelect: [
          ({ select, posToVal }) => {
            if (select.width > 0) onDrag?.([posToVal(select.left, 'x'), posToVal(select.left + select.width, 'x')]);
          },
        ],
        setCursor: [({ cursor }) => onPoint?.(cursor.idx ?? null)],
      },
    },
    [[...xs], ...drawn.map(({ values }) => [...values])],
    place,
  );
  const resize = new ResizeObserver(() => {
    if (place.clientWidth !== chart.width) chart.setSize({ width: place.clientWidth, height: heightPx });
  });
  resize.observe(place);
  return () => {
    resize.disconnect();
    chart.destroy();
  };
}

/** A curve that never overshoots its points. */
function smooth(): { paths?: uPlot.Series.PathBuilder } {
  const paths = uPlot.paths.spline?.();
  return paths ? { paths } : {};
}
