/** Draws all skins as SVGs in `skins/`, and from these the client's PNGs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import { drawBird } from './drawBird.mjs';
import { EGGS } from './drawEggs.mjs';
import { SPECIES } from './species.mjs';

/** Twice the largest size at which a page shows a skin, for screens with two device pixels per CSS pixel. */
const SIZE_PX = 512;
/** A palette of 256 colors per drawing: a fifth of the size, without a visible difference. */
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
