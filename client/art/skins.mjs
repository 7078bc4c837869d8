/** Draws all skins: the SVGs into `skins/`, and from them the PNGs that the client serves. */
import { mkdir, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import { drawHummingbird } from './drawHummingbird.mjs';
import { SPECIES } from './species.mjs';

const SIZE_PX = 256;
const drawings = new URL('skins/', import.meta.url);
const served = new URL('../static/img/skins/', import.meta.url);

await mkdir(drawings, { recursive: true });
await mkdir(served, { recursive: true });
for (const [name, colours] of Object.entries(SPECIES)) {
  const svg = drawHummingbird(colours);
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: SIZE_PX } }).render().asPng();
  await writeFile(new URL(`${name}.svg`, drawings), svg);
  await writeFile(new URL(`${name}.png`, served), png);
}
