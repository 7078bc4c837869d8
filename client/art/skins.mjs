/** Draws all skins: the SVGs into `skins/`, and from them the PNGs that the client serves. */
import { mkdir, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { drawBird } from './drawBird.mjs';
import { EGGS } from './drawEggs.mjs';
import { SPECIES } from './species.mjs';

/** Twice the largest size at which a page shows one, for screens with two pixels to the CSS pixel. */
const SIZE_PX = 512;
/** 256 colours, chosen for each drawing: a fifth of the bytes of true colours, and nobody sees the difference. */
const PNG = { palette: true, quality: 95, effort: 10, dither: 0.5, compressionLevel: 9 };
const drawings = new URL('skins/', import.meta.url);
const served = new URL('../static/img/skins/', import.meta.url);

const skins = [
  ...Object.entries(SPECIES).map(([file, bird]) => ({ file, svg: drawBird(bird.name, bird) })),
  ...Object.entries(EGGS).map(([file, draw]) => ({ file, svg: draw() })),
];

await mkdir(drawings, { recursive: true });
await mkdir(served, { recursive: true });
for (const { file, svg } of skins) {
  const drawn = new Resvg(svg, { fitTo: { mode: 'width', value: SIZE_PX } }).render().asPng();
  await writeFile(new URL(`${file}.svg`, drawings), svg);
  await writeFile(new URL(`${file}.png`, served), await sharp(drawn).png(PNG).toBuffer());
}
