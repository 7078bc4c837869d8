import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { paths } from '../../../shared/fixtures/openapi.json';
import { FILENAME, MAX_IMAGE_BYTES, MAX_IMAGE_SIDE, pngOf } from './pngOf';

const skin = readFileSync(new URL('../../static/img/skins/hummingbird.png', import.meta.url));

/** The PNG of a skin with these sides written into its header. */
function sized(width: number, height: number): Buffer<ArrayBuffer> {
  const png = Buffer.from(skin);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}

it('a PNG is recognized by its signature, and its size is read', () => {
  return expect(pngOf(new Blob([skin]))).resolves.toEqual({ width: 512, height: 512 });
});

it('only the header of a file is read', () => {
  const file = new Blob([skin], { type: 'image/png' });
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new Error('all of it was read'));
  return expect(pngOf(file)).resolves.toEqual({ width: 512, height: 512 });
});

it.each([
  ['another format', 'notPng', Buffer.from('GIF89a and what else is in it')],
  ['an empty file', 'notPng', Buffer.alloc(0)],
  ['a PNG that breaks off in its head', 'notPng', skin.subarray(0, 20)],
  ['a file of too many bytes', 'tooLarge', Buffer.concat([skin], MAX_IMAGE_BYTES + 1)],
  ['an image that is too wide', 'tooWide', sized(MAX_IMAGE_SIDE + 1, 10)],
  ['an image that is too high', 'tooWide', sized(10, MAX_IMAGE_SIDE + 1)],
  ['an image that is wider than high', 'notSquare', sized(512, 511)],
])('%s is %s', (_, fault, bytes) => expect(pngOf(new Blob([bytes]))).resolves.toBe(fault));

it('an image exactly at the limits is accepted', () => {
  const file = new Blob([Buffer.concat([sized(MAX_IMAGE_SIDE, MAX_IMAGE_SIDE)], MAX_IMAGE_BYTES)]);
  return expect(pngOf(file)).resolves.toEqual({ width: 1024, height: 1024 });
});

it('the limits of an image and its name are those of the api', () => {
  const { image, filename } =
    paths['/api/admin/addskin'].post.requestBody.content['application/json'].schema.properties;
  expect(image.description).toContain(`at most ${MAX_IMAGE_BYTES / 1024} KiB and ${MAX_IMAGE_SIDE} pixels`);
  expect(filename.pattern).toBe(`^${FILENAME.replaceAll('\\', '')}$`);
});
