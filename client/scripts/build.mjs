/**
 * Builds the client into `dist/`: the bundle with hashed names, the files that keep their names, the flags, the licenses
 * of the fonts, and the `.br` and `.gz` of text files, so that the server compresses nothing at run time. The source maps
 * go to `dist-maps/`, which is not served.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { linksOf } from './preloads.mjs';

const client = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(client, 'dist');
const maps = path.join(client, 'dist-maps');
const require = createRequire(import.meta.url);
const { Parcel } = createRequire(require.resolve('parcel/package.json'))('@parcel/core');

const TEXT = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);
/** The size below which compression saves no packet. */
const SMALLEST_WORTH_COMPRESSING_BYTES = 1024;

const gzip = promisify(zlib.gzip);
/** Compresses a file, by the ending of the compressed one. */
const CODINGS = { br: promisify(zlib.brotliCompress), gz: (content) => gzip(content, { level: 9 }) };

await rm(dist, { recursive: true, force: true });
await rm(maps, { recursive: true, force: true });
process.chdir(client);
process.env.NODE_ENV = 'production';
// Workers need more CPU time to start than they save in a build of this size.
process.env.PARCEL_WORKERS = '0';
const options = {
  defaultConfig: require.resolve('@parcel/config-default'),
  mode: 'production',
  logLevel: 'error',
  additionalReporters: [{ packageName: '@parcel/reporter-cli', resolveFrom: require.resolve('parcel/package.json') }],
  env: { NODE_ENV: 'production' },
  // Releases do not depend on earlier builds.
  shouldDisableCache: true,
  defaultTargetOptions: {
    shouldOptimize: true,
    shouldScopeHoist: true,
    sourceMaps: true,
    publicUrl: '/',
    distDir: dist,
  },
};
const { bundleGraph } = await new Parcel({ ...options, entries: 'src/index.html' }).run();
await insertFirstPaint();
await refuseInlineScripts();
await writePreloads();
await compileAhead();
await setSourceMapsApart();
await cp(path.join(client, 'static'), dist, { recursive: true });
await writeFontLicenses();
await buildWorker();
await precompress(dist, ['br', 'gz']);
await copyFlags();

/**
 * Builds the script of the first paint, and inserts it into the page ahead of everything else. Not by a tag in
 * index.html: Parcel bundles no imports of a script that is not a module, and a module runs after the first paint.
 */
async function insertFirstPaint() {
  const distDir = path.join(client, 'node_modules/.cache/first-paint');
  const target = { distDir, context: 'browser', outputFormat: 'global', sourceMap: false };
  await new Parcel({ ...options, entries: 'src/app/firstPaint.ts', targets: { target } }).run();
  const script = await readFile(path.join(distDir, 'firstPaint.js'));
  const name = `firstPaint.${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  await writeFile(path.join(dist, name), script);
  const page = path.join(dist, 'index.html');
  const html = await readFile(page, 'utf8');
  await writeFile(page, html.replace('<link', `<script src=/${name}></script><link`));
}

/**
 * Fails if the page has an inline script, which the content security policy forbids. Parcel adds one, an import map,
 * once every browser in `engines.browsers` of package.json knows `import.meta.resolve`.
 */
async function refuseInlineScripts() {
  const html = await readFile(path.join(dist, 'index.html'), 'utf8');
  if (/<script(?![^>]*\ssrc=)/.test(html)) throw new Error('dist/index.html contains an inline script');
}

/** Writes `routes.json`: the preload links of each route, by its pattern. */
async function writePreloads() {
  const bundles = bundleGraph.getBundles();
  // `name` still has a placeholder for the hash.
  const fileOf = ({ filePath }) => path.basename(filePath);
  const routes = JSON.parse(await readFile(path.join(client, 'src/app/routes.json'), 'utf8'));
  const filesOf = (module) => {
    const file = path.join(client, 'src', `${module}.tsx`);
    const bundle = bundles.find((each) => each.type === 'js' && each.getMainEntry()?.filePath === file);
    if (!bundle) throw new Error(`${module} has no bundle`);
    const group = bundleGraph.getBundleGroupsContainingBundle(bundle)[0];
    return bundleGraph.getBundlesInBundleGroup(group).map(fileOf);
  };
  const frame = filesOf('app/frame');
  const preloads = Object.entries(routes).map(([pattern, { screen }]) => [
    pattern,
    linksOf([...frame, ...filesOf(screen)]),
  ]);
  await writeFile(path.join(dist, 'routes.json'), JSON.stringify(Object.fromEntries(preloads)));
}

/**
 * Has Chromium compile each script whole while it loads, in another thread: a screen is painted sooner, because React calls
 * most of its functions for the first one. Other browsers ignore the comment. https://v8.dev/blog/explicit-compile-hints
 */
async function compileAhead() {
  for (const name of await readdir(dist)) {
    if (!name.endsWith('.js.map')) continue;
    const map = path.join(dist, name);
    const script = map.slice(0, -'.map'.length);
    await writeFile(script, `//# allFunctionsCalledOnLoad\n${await readFile(script, 'utf8')}`);
    const { mappings, ...rest } = JSON.parse(await readFile(map, 'utf8'));
    // A semicolon begins the next line.
    await writeFile(map, JSON.stringify({ ...rest, mappings: `;${mappings}` }));
  }
}

/** Moves the source maps into their own folder, and removes the references to them. */
async function setSourceMapsApart() {
  await mkdir(maps);
  for (const name of await readdir(dist)) {
    const file = path.join(dist, name);
    if (name.endsWith('.map')) {
      await rename(file, path.join(maps, name));
    } else if (/\.(js|css)$/.test(name)) {
      const content = await readFile(file, 'utf8');
      await writeFile(file, content.replace(/\n\/[/*]# sourceMappingURL=.*\s*$/, '\n'));
    }
  }
}

/**
 * Copies every country's flag, by its two-letter code; a browser loads only those that it shows. Their `.br` would save it
 * some hundred bytes, and take the build as long as those of all scripts.
 */
async function copyFlags() {
  const from = path.join(path.dirname(require.resolve('flag-icons/package.json')), 'flags/4x3');
  const to = path.join(dist, 'img/flags');
  await mkdir(to, { recursive: true });
  const countries = (await readdir(from)).filter((name) => /^[a-z]{2}\.svg$/.test(name));
  await Promise.all(countries.map((name) => cp(path.join(from, name), path.join(to, name))));
  await precompress(to, ['gz']);
}

/** Writes `font-licenses.txt`: the license of every font, which must accompany its file. */
async function writeFontLicenses() {
  const { dependencies } = JSON.parse(await readFile(path.join(client, 'package.json'), 'utf8'));
  const fonts = Object.keys(dependencies).filter((name) => name.startsWith('@fontsource'));
  const licenses = await Promise.all(
    fonts.map(async (name) => {
      const license = await readFile(path.join(client, 'node_modules', name, 'LICENSE'), 'utf8');
      return `${path.basename(name)}\n\n${license.trim()}\n`;
    }),
  );
  await writeFile(path.join(dist, 'font-licenses.txt'), licenses.join('\n\n'));
}

/**
 * Builds the service worker, and writes above it what it keeps of this release: the page's scripts and styles, the fonts
 * that every visitor needs, the icon and the sounds. Chosen typefaces are kept once they are used.
 */
async function buildWorker() {
  const distDir = path.join(client, 'node_modules/.cache/worker');
  const target = { distDir, context: 'service-worker', outputFormat: 'global', sourceMap: false };
  await new Parcel({ ...options, entries: 'src/worker/serviceWorker.ts', targets: { target } }).run();
  const worker = await readFile(path.join(distDir, 'serviceWorker.js'));
  const fonts = await readFile(path.join(client, 'src/design/fonts.css'), 'utf8');
  const isKept = (name) =>
    /\.(js|css|svg)$/.test(name) || (name.endsWith('.woff2') && fonts.includes(`${name.split('.', 1)[0]}.woff2`));
  const sounds = (await readdir(path.join(dist, 'mp3'))).map((name) => `mp3/${name}`);
  const names = [...(await readdir(dist)).filter(isKept), ...sounds].sort();
  const hash = createHash('sha256').update(worker);
  for (const name of names) hash.update(await readFile(path.join(dist, name)));
  const files = names.map((name) => `/${name}`);
  const script = files.find((name) => /^\/client\.\w+\.js$/.test(name));
  if (!script) throw new Error('the page has no script');
  const release = JSON.stringify({ name: hash.digest('hex').slice(0, 8), script, files });
  await writeFile(path.join(dist, 'serviceWorker.js'), `const RELEASE=${release};\n${worker}`);
}

async function precompress(folder, codings) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      await precompress(file, codings);
    } else if (TEXT.has(path.extname(file)) && (await stat(file)).size >= SMALLEST_WORTH_COMPRESSING_BYTES) {
      const content = await readFile(file);
      await Promise.all(codings.map(async (coding) => writeFile(`${file}.${coding}`, await CODINGS[coding](content))));
    }
  }
}
