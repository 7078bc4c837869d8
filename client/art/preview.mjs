/**
 * Draws the picture of shared links and the icons of the installed app, in the browser named by COLIBRI_CHROMIUM,
 * because the letters need the product's fonts.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { drawBird } from './drawBird.mjs';
import { forest, placed, svg } from './scene.mjs';
import { SPECIES } from './species.mjs';

const served = new URL('../static/', import.meta.url);
const fonts = new URL('../node_modules/@fontsource-variable/', import.meta.url);

const colibri = drawBird('Colibri', SPECIES.hummingbird);
const fontFace = async (family, file) => {
  const font = await readFile(new URL(file, fonts), 'base64');
  return `@font-face{font-family:"${family}";font-weight:200 800;src:url(data:font/woff2;base64,${font})}`;
};
const style = (
  await Promise.all([
    fontFace('Display', 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'),
    fontFace('Mono', 'atkinson-hyperlegible-mono/files/atkinson-hyperlegible-mono-latin-wght-normal.woff2'),
  ])
).join('');

/**
 * The other two of three lanes: the leader flies higher. The picture omits the product's name, which operators may
 * change; it is in the title of a shared link.
 */
const others = [
  placed(drawBird('', SPECIES.firethroat), { as: 'second', x: 610, y: 300, size: 150, turn: -6 }),
  placed(drawBird('', SPECIES.snowcap), { as: 'third', x: 470, y: 410, size: 104, turn: -4 }),
];

const preview = svg(
  1200,
  630,
  `${forest(1200, 630, { from: 0.44 })}
  <g fill="#0e5d45" font-family="Display" font-weight="780">
    <text x="78" y="178" font-size="112" letter-spacing="-4">Typing races</text>
    <text x="83" y="244" font-size="52" font-weight="560" fill="#12261e">in real time</text>
  </g>
  ${others.join('')}
  ${placed(colibri, { as: 'first', x: 780, y: 70, size: 380, turn: -8 })}
  <g font-family="Mono" font-size="30">
    <rect x="78" y="528" width="640" height="62" rx="31" fill="#ffffff" opacity="0.94"/>
    <text x="108" y="569"><tspan fill="#08724a">light as wings, </tspan><tspan fill="#4a6156">and faster yet</tspan></text>
    <rect x="394" y="540" width="3.5" height="38" rx="2" fill="#b0126b"/>
  </g>`,
);

/** An icon, inset from the edge by the share `inset` of its size: maskable icons may lose a fifth on each side. */
const icon = (size, inset, radius) =>
  svg(
    size,
    size,
    `<rect width="${size}" height="${size}" rx="${size * radius}" fill="#f1f6f2"/>${placed(colibri, {
      as: 'icon',
      x: size * inset,
      y: size * inset,
      size: size * (1 - 2 * inset),
    })}`,
  );

await mkdir(new URL('img/icons/', served), { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.COLIBRI_CHROMIUM, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const { file, width, height, drawing } of [
  { file: 'img/preview.png', width: 1200, height: 630, drawing: preview },
  { file: 'img/icons/icon-192.png', width: 192, height: 192, drawing: icon(192, 0.1, 0.22) },
  { file: 'img/icons/icon-512.png', width: 512, height: 512, drawing: icon(512, 0.1, 0.22) },
  { file: 'img/icons/maskable-192.png', width: 192, height: 192, drawing: icon(192, 0.22, 0) },
  { file: 'img/icons/maskable-512.png', width: 512, height: 512, drawing: icon(512, 0.22, 0) },
  { file: 'apple-touch-icon.png', width: 180, height: 180, drawing: icon(180, 0.13, 0) },
]) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>${style}*{margin:0}svg{display:block}</style>${drawing}`);
  await page.evaluate(() => document.fonts.ready);
  await writeFile(new URL(file, served), await page.screenshot({ omitBackground: true }));
}
await browser.close();
