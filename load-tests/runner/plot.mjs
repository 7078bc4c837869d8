/** Line plots as SVG, with the colors of the page around them. */

const WIDTH = 560;
const HEIGHT = 300;
const LEFT = 52;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 42;

/**
 * @param {object} plot
 * @param {string} plot.title the label for screen readers
 * @param {string} plot.x the label of the horizontal axis
 * @param {string} plot.unit the unit of the vertical axis
 * @param {boolean} [plot.isLogarithmic] for values that span several powers of ten
 * @param {{name: string, color: string, isDashed?: boolean, points: [number, number][]}[]} plot.lines
 */
export function plot({ title, x, unit, isLogarithmic = false, lines }) {
  const points = lines.flatMap((line) => line.points);
  const highest = Math.max(...points.map(([, y]) => y), 1e-9);
  const furthest = Math.max(...points.map(([at]) => at));
  const ticks = isLogarithmic ? powers(points.map(([, y]) => y)) : steps(highest);
  const across = (at) => LEFT + (at / furthest) * (WIDTH - LEFT - RIGHT);
  const [low, high] = [ticks[0], ticks.at(-1)];
  const share = isLogarithmic
    ? (y) => Math.log(Math.max(y, low) / low) / Math.log(high / low)
    : (y) => (y - low) / (high - low);
  const up = (y) => HEIGHT - BOTTOM - share(y) * (HEIGHT - TOP - BOTTOM);
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${up(tick).toFixed(1)}" y2="${up(tick).toFixed(1)}"/>` +
      `<text x="${LEFT - 8}" y="${(up(tick) + 4).toFixed(1)}" text-anchor="end">${written(tick)}</text>`,
  );
  const marks = xMarks(points, furthest).map(
    (at) => `<text x="${across(at).toFixed(1)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${written(at)}</text>`,
  );
  const drawn = lines.map(({ name, color, isDashed, points }) => {
    const path = points.map(([at, y]) => `${across(at).toFixed(1)},${up(y).toFixed(1)}`).join(' ');
    const dots = points.length > 12 ? [] : points;
    return (
      `<g style="--color: var(--${color})"><title>${name}</title>` +
      `<polyline points="${path}"${isDashed ? ' class="dashed"' : ''}/>` +
      dots
        .map(
          ([at, y]) =>
            `<circle cx="${across(at).toFixed(1)}" cy="${up(y).toFixed(1)}" r="3.5"><title>${name}: ${written(y)} ${unit}</title></circle>`,
        )
        .join('') +
      '</g>'
    );
  });
  return (
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${grid.join('')}${marks.join('')}` +
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">${x}</text>` +
    `${drawn.join('')}</svg>`
  );
}

/** The marks of the horizontal axis: the measured values, or even steps if there are many. */
function xMarks(points, furthest) {
  const places = [...new Set(points.map(([at]) => at))].sort((one, other) => one - other);
  if (places.length > 8) return steps(furthest).filter((at) => at <= furthest);
  // Labels of values that are close together would overlap.
  return places.filter((at, index) => index === 0 || at - places[index - 1] > furthest / 20);
}

/** Round numbers from 0 to beyond `highest`, four to six of them. */
function steps(highest) {
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
  const ticks = [0];
  while (ticks.at(-1) < highest) ticks.push(ticks.length * step);
  return ticks;
}

/** Powers of ten around the numbers. */
function powers(numbers) {
  const positive = numbers.filter((number) => number > 0);
  const from = Math.min(0, Math.floor(Math.log10(Math.min(...positive))));
  const to = Math.max(1, Math.ceil(Math.log10(Math.max(...positive))));
  return Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
}

/** Formats a number for readers. */
export const written = (number) =>
  number === undefined || Number.isNaN(number)
    ? '–'
    : number.toLocaleString('en-US', { maximumFractionDigits: number < 10 ? 2 : number < 100 ? 1 : 0 });
