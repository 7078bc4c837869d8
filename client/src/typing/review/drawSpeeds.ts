import uPlot from 'uplot';
import type { Second } from '../rules/review';

/** The height of the chart in CSS pixels. */
const HEIGHT_PX = 220;

/** The possible steps between the labels of the time axis, in seconds. */
const SECONDS_BETWEEN_LABELS = [1, 2, 5, 10, 15, 30, 60, 120];

/**
 * Draws the speeds into `place`, in the colors of the entries of `legend`, and follows the width of `place`. Returns a
 * function that removes the chart.
 */
export function drawSpeeds(place: HTMLElement, legend: HTMLElement, seconds: readonly Second[]): () => void {
  const color = (line: string) => {
    const entry = legend.querySelector(`[data-line="${line}"]`);
    return getComputedStyle(entry ?? legend, '::before').color;
  };
  const style = getComputedStyle(place);
  const axis: uPlot.Axis = {
    stroke: style.color,
    font: `${style.fontSize} ${style.fontFamily}`,
    grid: { stroke: style.outlineColor, width: 1 },
    ticks: { show: false },
  };
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: (_, _min, max) => [0, Math.max(max * 1.1, 10)] } },
      axes: [
        { ...axis, size: 30, space: 60, incrs: SECONDS_BETWEEN_LABELS },
        { ...axis, size: 44, space: 40 },
      ],
      series: [
        {},
        { stroke: color('raw'), width: 1.5, dash: [4, 4], points: { show: false } },
        { stroke: color('speed'), width: 3, points: { show: false }, ...smooth() },
        {
          stroke: color('mistake'),
          paths: () => null,
          points: { show: true, size: 9, width: 2.5, fill: 'transparent' },
        },
      ],
    },
    [
      seconds.map(({ at }) => at),
      seconds.map(({ raw }) => raw),
      seconds.map(({ speed }) => speed),
      seconds.map(({ raw, mistakes }) => (mistakes > 0 ? raw : null)),
    ],
    place,
  );
  const resize = new ResizeObserver(() => {
    if (place.clientWidth !== chart.width) chart.setSize({ width: place.clientWidth, height: HEIGHT_PX });
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
