/** The shared pose of all skins: the wings, the body, the light from above. */

/** The feathers, from the foremost to the one at the body. */
const NEAR_WING = [
  'M140 110C112 92 62 62 14 22C18 54 52 92 128 140Z',
  'M136 116C104 104 58 82 22 54C32 84 66 110 126 142Z',
  'M132 122C106 116 68 104 38 84C50 108 82 128 126 145Z',
  'M130 128C108 126 82 120 60 110C72 128 96 142 126 147Z',
];

const FAR_WING = [
  'M150 104C148 70 152 34 170 4C186 34 184 76 166 110Z',
  'M146 106C138 74 136 42 144 14C162 40 168 80 162 110Z',
  'M142 108C130 82 122 56 124 32C142 52 156 82 158 112Z',
];

const BACK = 'M72 190C80 146 104 106 150 82C176 96 186 122 176 146C164 180 122 206 72 190Z';
const BELLY = 'M88 193C120 192 152 170 164 132C176 124 182 132 177 146C166 180 128 204 88 193Z';
const SHOULDER = 'M118 142C118 122 130 108 148 104C152 118 142 140 124 150Z';

/** One shape, filled with a color or a gradient of this drawing. */
export const shape = (fill, d) => `<path fill="${fill}" d="${d}"/>`;

/** Several shapes of one color. */
export const shapes = (fill, paths) => `<g fill="${fill}">${paths.map((d) => `<path d="${d}"/>`).join('')}</g>`;

/** A line with round ends. */
export const line = (color, width, d) =>
  `<path fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

/** A round spot; give `ry` for an oval one. */
export const spot = (fill, cx, cy, rx, ry = rx) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

/** An eye looking ahead. */
export const eye = (x, y, radius = 6.5) => spot('#10201b', x, y, radius) + spot('#ffffff', x + 2.2, y - 2.2, 2);

/**
 * A whole drawing: the parts behind the body, on it and in front of it, between the two wings. `colors` are the
 * gradients, from light to dark or from one hue to the next: `back`, `belly`, `nearWing`, `farWing` and those of the
 * parts.
 */
export function drawFlying(
  title,
  colors,
  /** @type {{ behind?: string[], body?: string[], before?: string[] }} */ { behind = [], body = [], before = [] },
) {
  const gradients = Object.entries(colors).filter(([, stops]) => Array.isArray(stops));
  const parts = [
    shapes('url(#farWing)', FAR_WING),
    ...behind,
    shape('url(#back)', BACK),
    shape('url(#belly)', BELLY),
    ...body,
    shapes('url(#nearWing)', NEAR_WING),
    shape('url(#back)', SHOULDER),
    ...before,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
  <title>${title}</title>
  <defs>
    ${gradients.map(([id, stops]) => gradient(id, stops)).join('\n    ')}
  </defs>
  ${parts.filter(Boolean).join('\n  ')}
</svg>
`;
}

function gradient(id, colors) {
  const stops = colors
    .map((color, index) => `<stop offset="${(index / (colors.length - 1)).toFixed(2)}" stop-color="${color}"/>`)
    .join('');
  return `<linearGradient id="${id}" x1="0.85" y1="0" x2="0.15" y2="1">${stops}</linearGradient>`;
}
