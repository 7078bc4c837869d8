/** Draws all skins: the SVGs into `skins/`, and from them the PNGs that the client serves. */
import { mkdir, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import { drawBird } from './drawBird.mjs';
import { EGGS } from './drawEggs.mjs';
import { SPECIES } from './species.mjs';

const SIZE_PX = 256;
const drawings = new URL('skins/', import.meta.url);
const served = new URL('../static/img/skins/', import.meta.url);

const skins = [
  ...Object.entries(SPECIES).map(([file, bird]) => [file, drawBird(bird.name, bird)]),
  ...Object.entries(EGGS).map(([file, draw]) => [file, draw()]),
];

await mkdir(drawings, { recursive: true });
await mkdir(served, { recursive: true });
for (const [file, svg] of skins) {
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: SIZE_PX } }).render().asPng();
  await writeFile(new URL(`${file}.svg`, drawings), svg);
  await writeFile(new URL(`${file}.png`, served), png);
}
