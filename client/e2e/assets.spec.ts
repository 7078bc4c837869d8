import { expect, test } from './fixtures';

/** The path of the page's style sheet. */
const STYLE_SHEET = /href="?(\/[\w-]+\.[0-9a-f]{8}\.css)/;

/** The path of the page's script. */
const SCRIPT = /src="?(\/[\w-]+\.[0-9a-f]{8}\.js)/;

test('the page is revalidated', async ({ server }) => {
  const page = await fetch(server.url);
  expect(page.headers.get('cache-control')).toBe('no-cache');
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

test('a missing file is not replaced by the page', async ({ server }) => {
  for (const path of ['/img/skins/nobody.png', '/nothing.js', '/../Cargo.toml']) {
    const answer = await fetch(`${server.url}${path}`);
    expect(answer.status, path).toBe(404);
    expect(answer.headers.get('content-type'), path).not.toContain('text/html');
  }
});
