/** The cloud forest in the background of the pages' drawings, and the placement of skins in it. */
import { line, shape, spot } from './pose.mjs';

/** Greens from the misty ridge to the leaves in the foreground. */
const RIDGES = ['#9fd2c2', '#6fb7a1', '#3f9479', '#1f7259', '#0e5d45'];

/** A drawing of this size in pixels. */
export const svg = (width, height, content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>\n`;

/** The morning sky over the forest, and its ridges; `width` and `height` are in the units of the drawing. */
export function forest(width, height, { from = 0.38 } = {}) {
  const ridges = RIDGES.map((color, index) => {
    const top = height * (from + ((0.98 - from) * index) / RIDGES.length);
    return ridge(color, width, height, top, height * 0.055, index + 1) + mist(width, top + height * 0.1, height);
  });
  return `<defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d5efe6"/><stop offset="0.6" stop-color="#f7e9f0"/><stop offset="1" stop-color="#cfe9df"/></linearGradient>
    <radialGradient id="sun"><stop offset="0" stop-color="#fff4d6"/><stop offset="1" stop-color="#fff4d6" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="${width}" height="${height}" fill="url(#sky)"/>
  ${spot('url(#sun)', width * 0.72, height * 0.3, height * 0.5)}
  ${ridges.join('\n  ')}`;
}

/** A line of treetops: hills made of waves, with crowns on them. */
function ridge(color, width, height, top, swell, seed) {
  const steps = 48;
  const at = (step) => {
    const x = step / steps;
    const hill = Math.sin(x * 5 + seed * 1.9) + 0.6 * Math.sin(x * 11 + seed * 3.7);
    return top - swell * hill;
  };
  const points = Array.from({ length: steps + 1 }, (_, step) => ({
    x: ((step / steps) * width).toFixed(1),
    y: at(step),
  }));
  const outline = points.map(({ x, y }) => `L${x} ${y.toFixed(1)}`).join('');
  const crowns = points
    .map(({ x, y }, step) =>
      spot(
        color,
        x,
        (y + 4).toFixed(1),
        (width / 70) * (1 + 0.5 * Math.sin(step * 7 + seed * 5)),
        (height / 34) * (1 + 0.5 * Math.sin(step * 3 + seed)),
      ),
    )
    .join('');
  return `<g>${shape(color, `M0 ${height}${outline}L${width} ${height}Z`)}${crowns}</g>`;
}

const mist = (width, y, height) =>
  `<ellipse cx="${width * 0.45}" cy="${y}" rx="${width * 0.7}" ry="${height * 0.05}" fill="#ffffff" opacity="0.14"/>`;

/** A branch with leaves, from left to right. */
export function branch(x, y, length) {
  const leaves = Array.from({ length: Math.floor(length / 46) }, (_, index) => {
    const [at, side] = [x + 24 + index * 46, index % 2 === 0 ? -1 : 1];
    return shape('#2f8a63', `M${at} ${y}q12 ${side * 26} 34 ${side * 22}q-6 ${side * -20} -34 ${side * -22}z`);
  });
  return `<g>${leaves.join('')}${line('#5b4433', 12, `M${x} ${y}q${length / 2} -14 ${length} 4`)}</g>`;
}

/** A drawing of `skins.mjs`, `size` wide at (x, y). The prefix `as` keeps its gradients' ids unique. */
export function placed(svg, { as, x, y, size, flip = false, turn = 0 }) {
  const body = svg
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/<title>[^<]*<\/title>/, '')
    .replaceAll(/id="([^"]+)"/g, `id="${as}-$1"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#${as}-$1)`);
  const scale = size / 256;
  const mirror = flip ? ' translate(256 0) scale(-1 1)' : '';
  return `<g transform="translate(${x} ${y}) scale(${scale})${mirror} rotate(${turn} 128 128)">${body}</g>`;
}
