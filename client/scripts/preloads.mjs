/**
 * The files that the page of each route begins with, as links at the start of its body: the server puts them in, so
 * that a browser asks for the screen at once, and not once the scripts of every page have run.
 */

/** The routes of src/app/screens.ts, from its source: the pattern and the module of the screen. */
export function routesIn(source) {
  const entries = [...source.matchAll(/'([^']+)': \{.*?import\('\.\.\/([^']+)'\).*?\},\n/gs)];
  if (entries.length !== source.split("import('../").length - 1)
    throw new Error('src/app/screens.ts is not read whole');
  return entries.map(([, pattern, module]) => ({ pattern, module }));
}

/**
 * The links of one route, for the files that its screen is bundled in: scripts first, as nothing is painted without
 * them. Fonts are left out: they are larger than the screen's script, and would come in its place.
 */
export function linksOf(files) {
  return [...files.filter(isScript), ...files.filter((file) => !isScript(file))].map(link).join('');
}

function isScript(file) {
  return file.endsWith('.js');
}

function link(file) {
  return isScript(file) ? `<link rel=modulepreload href=/${file}>` : `<link rel=preload as=style href=/${file}>`;
}
