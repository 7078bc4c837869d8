/**
 * The files that the page of each route begins with, as links at the start of its body: the server puts them in, so
 * that a browser asks for the screen at once, and not once the scripts of every page have run.
 */

/** The fonts of every page, and of one that shows a text to type: what src/ahead.ts loads. */
const FONTS = ['atkinson-hyperlegible-next', 'bricolage-grotesque'];
const TYPING_FONT = 'atkinson-hyperlegible-mono';

/** The routes of src/screens.ts, from its source: the pattern, the module of the screen, and whether it is typed on. */
export function routesIn(source) {
  const entries = [...source.matchAll(/'([^']+)': (\{.*?import\('\.\/(scenes\/[^']+)'\).*?\}),\n/gs)];
  if (entries.length !== source.split("import('./scenes/").length - 1)
    throw new Error('src/screens.ts is not read whole');
  return entries.map(([, pattern, entry, module]) => ({ pattern, module, isTyped: entry.includes('isTyped: true') }));
}

/** The links of one route, for the files that its screen is bundled in and those of all fonts. */
export function linksOf({ isTyped }, files, fonts) {
  const needed = isTyped ? [...FONTS, TYPING_FONT] : FONTS;
  const fontFiles = needed.map((name) => found(fonts, name));
  return [...files, ...fontFiles].map(link).sort(inOrder).join('');
}

function found(files, name) {
  const file = files.find((file) => file.startsWith(name));
  if (file === undefined) throw new Error(`there is no ${name}`);
  return file;
}

function link(file) {
  if (file.endsWith('.js')) return `<link rel=modulepreload href=/${file}>`;
  if (file.endsWith('.css')) return `<link rel=preload as=style href=/${file}>`;
  return `<link rel=preload as=font type=font/woff2 crossorigin href=/${file}>`;
}

/** Scripts first: nothing is painted without them. */
function inOrder(one, other) {
  const rank = (link) => ['modulepreload', 'as=style', 'as=font'].findIndex((kind) => link.includes(kind));
  return rank(one) - rank(other);
}
