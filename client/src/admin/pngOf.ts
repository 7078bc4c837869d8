/** A reason to reject a file as the image of a skin. */
export type ImageFault = 'notPng' | 'tooLarge' | 'tooWide' | 'notSquare';

/** The most bytes of a skin's image, and pixels of its longer side: `api/src/skin_images.rs`. */
export const MAX_IMAGE_BYTES = 256 * 1024;
export const MAX_IMAGE_SIDE = 1024;

/** The characters of an image's name, for the attribute `pattern`: `api/src/domain/skin_file.rs`. */
export const FILENAME = '[A-Za-z0-9_\\-]+';

/** The beginning of every PNG, up to its width: https://www.w3.org/TR/png-3/#5PNG-file-signature and #11IHDR. */
const HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

/** Returns the size of a PNG in pixels, or the reason why the server would refuse it. Reads only its header. */
export async function pngOf(file: Blob): Promise<{ width: number; height: number } | ImageFault> {
  const head = new DataView(await file.slice(0, HEAD.length + 8).arrayBuffer());
  if (head.byteLength < HEAD.length + 8 || HEAD.some((byte, index) => head.getUint8(index) !== byte)) return 'notPng';
  if (file.size > MAX_IMAGE_BYTES) return 'tooLarge';
  const [width, height] = [head.getUint32(HEAD.length), head.getUint32(HEAD.length + 4)];
  if (Math.max(width, height) > MAX_IMAGE_SIDE) return 'tooWide';
  return width === height ? { width, height } : 'notSquare';
}
