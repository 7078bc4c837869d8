import { expect, test } from './fixtures';

/** The path of the page's style sheet. */
const STYLE_SHEET = /href="?(\/[\w-]+\.[0-9a-f]{8}\.css)/;

/** The path of the page's script. */
const SCRIPT = /src="?(\/[\w-]+\.[0-9a-f]{8}\.js)/;

test('the page is revalidated, and runs only its own scripts', async ({ server }) => {
  const page = await fetch(server.url);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  const known = { 'if-none-match': page.headers.get('etag') ?? '' };
  expect((await fetch(server.url, { headers: known })).status).toBe(304);
});

test('files with a hash in their name are cached for a year, and compressed', async ({ server }) => {
  const [, sheet] = STYLE_SHEET.exec(await (await fetch(server.url)).text()) ?? [];
  expect(sheet).toBeDefined();
  const sizes = new Map<string, number>();
  for (const encoding of ['identity', 'gzip', 'br']) {
    const answer = await fetch(`${server.url}${sheet}`, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-type')).toContain('text/css');
    sizes.set(encoding, Number(answer.headers.get('content-length')));
  }
  expect(sizes.get('br')).toBeLessThan(sizes.get('gzip') ?? 0);
  expect(sizes.get('gzip')).toBeLessThan(sizes.get('identity') ?? 0);
});

test('source maps are not served, and no script references one', async ({ server }) => {
  const [, script] = SCRIPT.exec(await (await fetch(server.url)).text()) ?? [];
  expect(script).toBeDefined();
  expect(await (await fetch(`${server.url}${script}`)).text()).not.toContain('sourceMappingURL');
  expect((await fetch(`${server.url}${script}.map`)).status).toBe(404);
});

test('every path returns the page, unknown ones with status 404; a missing file does not', async ({ server }) => {
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status;
  for (const path of ['/account/signup', '/multiplayer/k3f9wq2m', '/singleplayer/', '/no/such/screen']) {
    const page = await fetch(`${server.url}${path}`);
    expect(page.status, path).toBe(path === '/no/such/screen' ? 404 : 200);
    expect(page.headers.get('content-type'), path).toContain('text/html');
  }
  for (const path of ['/img/skins/nobody.png', '/nothing.js', '/../Cargo.toml', '/api/nothing']) {
    expect(await status(path), path).toBe(404);
  }
  expect(await status('/img/skins/hummingbird.png')).toBe(200);
  expect((await fetch(`${server.url}/about`, { method: 'POST' })).status).toBe(405);
});
