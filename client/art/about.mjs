/** Draws the pictures of the About page: the founders, and two animated ones, each also as a still. */
import { mkdir, writeFile } from 'node:fs/promises';
import { drawBird } from './drawBird.mjs';
import { EGGS } from './drawEggs.mjs';
import { shape } from './pose.mjs';
import { branch, forest, placed, svg } from './scene.mjs';
import { SPECIES } from './species.mjs';

const served = new URL('../static/img/about/', import.meta.url);

const bird = (name) => drawBird('', SPECIES[name]);

const animate = (attribute, values, seconds, more = '') =>
  `<animate attributeName="${attribute}" values="${values}" dur="${seconds}s" repeatCount="indefinite"${more}/>`;
const animateTransform = (type, values, seconds) =>
  `<animateTransform attributeName="transform" additive="sum" type="${type}" values="${values}" dur="${seconds}s" repeatCount="indefinite"/>`;

/** Animates the wings of a placed bird. */
const flapping = (drawing) =>
  drawing
    .replace(
      /<g fill="url\(#\w+-nearWing\)">/,
      (wing) => wing + animateTransform('rotate', '0 132 138;44 132 138;0 132 138', 0.16),
    )
    .replace(
      /<g fill="url\(#\w+-farWing\)">/,
      (wing) => wing + animateTransform('rotate', '0 158 108;-30 158 108;0 158 108', 0.16),
    );

/** A keyboard seen from above, whose `keys` go down in turn within `seconds`; none does without `seconds`. */
function keyboard(x, y, { keys = /** @type {number[]} */ ([]), seconds = 0 } = {}) {
  const [columns, rows, size, gap] = [11, 3, 36, 6];
  const caps = Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const turn = keys.indexOf(index);
    const down =
      turn < 0 || seconds === 0
        ? ''
        : animate(
            'fill',
            Array.from({ length: keys.length }, (_, at) => (at === turn ? '#d6268b' : '#ffffff')).join(';'),
            seconds,
            ' calcMode="discrete"',
          );
    const at = [x + 16 + column * (size + gap) + row * 9, y + 16 + row * (size + gap)];
    return `<rect x="${at[0]}" y="${at[1]}" width="${size}" height="${size}" rx="8" fill="#ffffff">${down}</rect>`;
  });
  const [width, height] = [columns * (size + gap) + 44, rows * (size + gap) + 76];
  const space = `<rect x="${x + 130}" y="${y + 20 + rows * (size + gap)}" width="${width - 270}" height="${size - 4}" rx="8" fill="#ffffff"/>`;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="20" fill="#12372c"/>${caps.join('')}${space}`;
}

/** A number in a bubble: each of `values` in turn, or only the last one. */
function gauge(x, y, values, seconds) {
  const text = (value, content = '', opacity = 1) =>
    `<text x="${x + 92}" y="${y + 39}" text-anchor="middle" opacity="${opacity}">${content}${value}</text>`;
  const turns = values.map((value, turn) =>
    text(
      value,
      animate('opacity', values.map((_, at) => (at === turn ? 1 : 0)).join(';'), seconds, ' calcMode="discrete"'),
      0,
    ),
  );
  return `<g font-family="system-ui, sans-serif" font-size="27" font-weight="700" fill="#0e5d45"><rect x="${x}" y="${y}" width="184" height="58" rx="29" fill="#ffffff"/>${
    seconds === 0 ? text(values.at(-1)) : turns.join('')
  }</g>`;
}

const founders = svg(
  1120,
  560,
  `${forest(1120, 560, { from: 0.42 })}
  ${branch(40, 500, 1040)}
  ${keyboard(306, 356)}
  ${placed(bird('hummingbird'), { as: 'ana', x: 130, y: 96, size: 330, turn: 14 })}
  ${placed(bird('quetzal'), { as: 'luis', x: 660, y: 96, size: 330, flip: true, turn: 14 })}`,
);

/** The hummingbird in a hurry. */
function hurry(isMoving) {
  const flyer = placed(bird('firethroat'), { as: 'flyer', x: 210, y: 20, size: 230, turn: 18 });
  const hovering = `<g>${isMoving ? animateTransform('translate', '0 0;-64 12;52 -6;-20 10;0 0', 1.1) : ''}${isMoving ? flapping(flyer) : flyer}</g>`;
  return svg(
    640,
    400,
    `${forest(640, 400, { from: 0.3 })}
    ${keyboard(67, 206, { keys: [3, 18, 7, 12, 25, 1, 30, 9, 16, 22], seconds: isMoving ? 0.8 : 0 })}
    ${hovering}
    ${gauge(436, 22, ['188 wpm', '203 wpm', '197 wpm', '214 wpm'], isMoving ? 1.2 : 0)}`,
  );
}

/** The calm capybara. */
function calm(isMoving) {
  const sitter = placed(EGGS.capybara(), { as: 'sitter', x: 190, y: 14, size: 240 });
  const breathing = `<g>${isMoving ? animateTransform('translate', '0 0;0 5;0 0', 3.6) : ''}${sitter}</g>`;
  const leaf = `<g>${isMoving ? animateTransform('translate', '0 -60;60 150;-10 420', 7.2) : ''}${shape('#2f8a63', 'M120 40q12 -26 34 -22q-6 20 -34 22z')}</g>`;
  return svg(
    640,
    400,
    `${forest(640, 400, { from: 0.3 })}
    ${keyboard(67, 206, { keys: [16, -1, -1, -1, -1, 5, -1, -1, -1, -1], seconds: isMoving ? 7.2 : 0 })}
    ${breathing}
    ${leaf}
    ${gauge(436, 22, ['12 wpm'], 0)}`,
  );
}

await mkdir(served, { recursive: true });
for (const [file, drawing] of Object.entries({
  founders,
  hurry: hurry(true),
  'hurry-still': hurry(false),
  calm: calm(true),
  'calm-still': calm(false),
})) {
  await writeFile(new URL(`${file}.svg`, served), drawing);
}
